; U was declared inside the popped level
(set-logic ALL)
(push 1)
(declare-sort U 0)
(pop 1)
(declare-const u U)
(check-sat)
