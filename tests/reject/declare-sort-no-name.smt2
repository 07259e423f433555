; declare-sort without a name
(set-logic ALL)
(declare-sort)
(check-sat)
