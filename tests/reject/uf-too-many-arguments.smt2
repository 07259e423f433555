; f takes one argument
(set-logic ALL)
(declare-fun f (Int) Int)
(assert (= 0 (f 1 2)))
(check-sat)
