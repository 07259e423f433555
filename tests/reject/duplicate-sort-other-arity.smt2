; the sort U is declared twice with different arities
(set-logic ALL)
(declare-sort U 0)
(declare-sort U 1)
(check-sat)
