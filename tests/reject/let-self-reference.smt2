; a binding does not see itself
(set-logic ALL)
(assert (let ((x (+ x 1))) (= x 2)))
(check-sat)
