; arguments are not grouped in parentheses
(set-logic ALL)
(declare-fun f (Int Int) Int)
(assert (= 0 (f (1 2))))
(check-sat)
