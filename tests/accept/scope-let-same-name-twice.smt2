; accepted by: z3 cvc5 (one let that binds a name twice)
(set-logic QF_LIA)
(assert (let ((x 1) (x 1)) (= x 1)))
(check-sat)
