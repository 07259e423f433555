; accepted by: z3 (a bit-vector constant whose value does not fit)
(set-logic QF_BV)
(assert (= (_ bv256 8) #x00))
(check-sat)
