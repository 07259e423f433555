; a binding with two values
(set-logic ALL)
(assert (let ((x true false)) x))
(check-sat)
