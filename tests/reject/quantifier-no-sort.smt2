; a bound variable without its sort
(set-logic ALL)
(assert (forall ((x)) true))
(check-sat)
