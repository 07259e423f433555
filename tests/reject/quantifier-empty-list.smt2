; a quantifier without variables
(set-logic ALL)
(assert (forall () true))
(check-sat)
