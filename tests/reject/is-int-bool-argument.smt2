; is_int takes a Real, not a Bool
(set-logic ALL)
(assert (is_int false))
(check-sat)
