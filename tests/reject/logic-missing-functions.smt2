; the logic has no uninterpreted functions
(set-logic QF_LIA)
(declare-fun f (Int) Int)
(assert (= 0 (f 0)))
(check-sat)
