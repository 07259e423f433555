; x is used outside its quantifier
(set-logic ALL)
(assert (and (forall ((x Int)) (= x x)) (= x 0)))
(check-sat)
