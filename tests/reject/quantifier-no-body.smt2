; a quantifier without a body
(set-logic ALL)
(assert (exists ((x Int))))
(check-sat)
