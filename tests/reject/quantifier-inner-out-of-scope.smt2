; y belongs to the inner quantifier only
(set-logic ALL)
(assert (forall ((x Int)) (and (exists ((y Int)) (= x y)) (= y x))))
(check-sat)
