; no declared f takes a string
(set-logic ALL)
(declare-fun f (Int) Int)
(declare-fun f (Bool) Int)
(assert (= 0 (f "a")))
(check-sat)
