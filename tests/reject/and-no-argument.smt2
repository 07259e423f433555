; and is applied to nothing
(set-logic ALL)
(assert (and))
(check-sat)
