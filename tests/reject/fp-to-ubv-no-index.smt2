; fp.to_ubv without its width
(set-logic ALL)
(declare-const x Float32)
(assert (= #x00 (fp.to_ubv RNE x)))
(check-sat)
