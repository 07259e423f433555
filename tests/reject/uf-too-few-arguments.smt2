; f takes two arguments
(set-logic ALL)
(declare-fun f (Int Int) Int)
(assert (= 0 (f 1)))
(check-sat)
