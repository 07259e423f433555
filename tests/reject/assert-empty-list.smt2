; an empty list is no term
(set-logic ALL)
(assert ())
(check-sat)
