; Bool belongs to the core theory
(set-logic ALL)
(declare-sort Bool 0)
(check-sat)
