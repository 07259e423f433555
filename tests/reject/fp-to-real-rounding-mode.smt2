; fp.to_real takes no rounding mode
(set-logic ALL)
(declare-const x Float32)
(assert (= 1.0 (fp.to_real RNE x)))
(check-sat)
