; the bound value mentions an undeclared symbol
(set-logic ALL)
(assert (let ((x (not y))) x))
(check-sat)
