; the closing parenthesis is part of a comment
(set-logic ALL)
(assert true ; )
(check-sat)
