; an underscore on its own
(set-logic ALL)
(assert (_))
(check-sat)
