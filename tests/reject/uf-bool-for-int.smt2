; f takes an Int, not a Bool
(set-logic QF_UFLIA)
(declare-fun f (Int) Int)
(assert (= 0 (f true)))
(check-sat)
