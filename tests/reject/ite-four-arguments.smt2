; ite with one branch too many
(set-logic ALL)
(declare-const p Bool)
(assert (ite p true false p))
(check-sat)
