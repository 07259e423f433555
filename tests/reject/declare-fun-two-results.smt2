; declare-fun with two result sorts
(set-logic ALL)
(declare-fun f (Int) Int Int)
(check-sat)
