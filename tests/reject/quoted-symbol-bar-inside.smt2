; a quoted symbol cannot contain a bar
(set-logic ALL)
(declare-const |a|b| Int)
(check-sat)
