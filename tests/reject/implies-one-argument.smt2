; => needs at least two arguments
(set-logic ALL)
(declare-const p Bool)
(assert (=> p))
(check-sat)
