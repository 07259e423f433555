; two levels popped after one push
(set-logic ALL)
(push 1)
(pop 2)
(check-sat)
