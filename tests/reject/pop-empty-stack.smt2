; pop without a push
(set-logic ALL)
(pop 1)
(check-sat)
