; a string literal cannot be applied
(set-logic ALL)
(assert ("f" 1))
(check-sat)
