; a rounding mode takes no argument
(set-logic ALL)
(declare-const x Float32)
(assert (= RNE (RNE x)))
(check-sat)
