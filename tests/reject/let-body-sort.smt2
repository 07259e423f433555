; the body of the asserted let is an Int
(set-logic ALL)
(assert (let ((x 1)) (+ x x)))
(check-sat)
