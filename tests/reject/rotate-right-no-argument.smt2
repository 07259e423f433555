; rotate_right is applied to nothing
(set-logic ALL)
(assert (= #x0 ((_ rotate_right 1))))
(check-sat)
