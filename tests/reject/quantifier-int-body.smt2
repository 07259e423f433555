; the body of a quantifier is an Int
(set-logic ALL)
(assert (forall ((x Int)) (+ x 1)))
(check-sat)
