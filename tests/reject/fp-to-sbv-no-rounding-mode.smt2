; fp.to_sbv without its rounding mode
(set-logic ALL)
(declare-const x Float32)
(assert (= #x00 ((_ fp.to_sbv 8) x)))
(check-sat)
