; a negative number of levels
(set-logic ALL)
(push 1)
(pop -1)
(check-sat)
