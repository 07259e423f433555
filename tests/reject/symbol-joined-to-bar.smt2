; a quoted symbol does not continue a plain one
(set-logic ALL)
(declare-const a|b| Int)
(check-sat)
