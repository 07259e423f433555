; Int belongs to the theory of the logic
(set-logic ALL)
(declare-sort Int 0)
(check-sat)
