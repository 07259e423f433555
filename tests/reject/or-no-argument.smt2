; or is applied to nothing
(set-logic ALL)
(assert (or))
(check-sat)
