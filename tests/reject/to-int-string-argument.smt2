; to_int takes a Real, not a string
(set-logic ALL)
(assert (= 1 (to_int "1")))
(check-sat)
