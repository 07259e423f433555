; a quantifier with two bodies
(set-logic ALL)
(assert (exists ((x Int)) true false))
(check-sat)
