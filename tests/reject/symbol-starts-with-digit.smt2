; a symbol does not start with a digit
(set-logic ALL)
(declare-const 1x Int)
(check-sat)
