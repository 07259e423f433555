; true is not applied to nothing
(set-logic ALL)
(assert (true))
(check-sat)
