; the logic has no quantifiers
(set-logic QF_LIA)
(assert (forall ((x Int)) (> x 0)))
(check-sat)
