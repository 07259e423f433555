; RegLan belongs to the theory of the logic
(set-logic ALL)
(declare-sort RegLan 0)
(check-sat)
