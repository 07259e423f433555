; => takes Bools, not a string
(set-logic ALL)
(declare-const p Bool)
(assert (=> p "yes"))
(check-sat)
