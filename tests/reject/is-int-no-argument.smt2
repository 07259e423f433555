; is_int is applied to nothing
(set-logic ALL)
(assert (is_int))
(check-sat)
