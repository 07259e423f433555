; fp.to_ubv 16 gives width 16, not 8
(set-logic ALL)
(declare-const x Float32)
(assert (= #x00 ((_ fp.to_ubv 16) RNE x)))
(check-sat)
