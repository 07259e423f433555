; the bound value is ill-sorted though never used
(set-logic ALL)
(assert (let ((x (+ 1 true))) true))
(check-sat)
