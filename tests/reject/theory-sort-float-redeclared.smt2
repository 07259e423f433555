; Float32 belongs to the theory of the logic
(set-logic ALL)
(declare-sort Float32 0)
(check-sat)
