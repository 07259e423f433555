; an empty pair among the bound variables
(set-logic ALL)
(assert (forall (()) true))
(check-sat)
