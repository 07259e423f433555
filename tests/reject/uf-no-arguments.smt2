; f takes one argument and is applied to none
(set-logic ALL)
(declare-fun f (Int) Int)
(assert (= 0 (f)))
(check-sat)
