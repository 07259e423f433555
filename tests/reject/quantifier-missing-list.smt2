; a quantifier without its list
(set-logic ALL)
(assert (forall true))
(check-sat)
