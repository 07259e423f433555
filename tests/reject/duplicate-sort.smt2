; the sort U is declared twice
(set-logic ALL)
(declare-sort U 0)
(declare-sort U 0)
(check-sat)
