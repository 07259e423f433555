; bindings of one let do not see each other
(set-logic ALL)
(assert (let ((x 1) (y (+ x 1))) (= y 2)))
(check-sat)
