; rotate_left keeps the width
(set-logic ALL)
(assert (= #x00 ((_ rotate_left 4) #x0)))
(check-sat)
