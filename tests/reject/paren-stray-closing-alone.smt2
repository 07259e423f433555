; a closing parenthesis on its own
(set-logic ALL)
)
(check-sat)
