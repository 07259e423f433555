; => is applied to nothing
(set-logic ALL)
(assert (=>))
(check-sat)
