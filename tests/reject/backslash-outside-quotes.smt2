; a backslash belongs to no symbol
(set-logic ALL)
(declare-const a\b Int)
(check-sat)
