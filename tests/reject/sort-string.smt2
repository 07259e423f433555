; a string is no sort
(set-logic ALL)
(declare-const x "Int")
(check-sat)
