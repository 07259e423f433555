; a decimal is no Bool
(set-logic ALL)
(assert (or 0.5 true))
(check-sat)
