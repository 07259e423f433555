; let binds a numeral
(set-logic ALL)
(assert (let ((1 true)) 1))
(check-sat)
