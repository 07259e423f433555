; a bound variable given a value where its sort belongs
(set-logic ALL)
(assert (forall ((x 1)) (= x 1)))
(check-sat)
