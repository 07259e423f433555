; a binding without its value
(set-logic ALL)
(assert (let ((x)) x))
(check-sat)
