; ite is applied to nothing
(set-logic ALL)
(assert (ite))
(check-sat)
