; distinct is applied to nothing
(set-logic ALL)
(assert (distinct))
(check-sat)
