; rotate_right takes a bit-vector, not a string
(set-logic ALL)
(assert (= #x0 ((_ rotate_right 1) "ab")))
(check-sat)
