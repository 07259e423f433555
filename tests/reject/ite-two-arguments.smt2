; ite without its else branch
(set-logic ALL)
(declare-const p Bool)
(assert (ite p true))
(check-sat)
