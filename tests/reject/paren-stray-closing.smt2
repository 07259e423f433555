; a closing parenthesis too many
(set-logic ALL)
(declare-const p Bool)
(assert p))
(check-sat)
