; a bound variable of sort Int is applied
(set-logic ALL)
(assert (forall ((x Int)) (= 0 (x 1))))
(check-sat)
