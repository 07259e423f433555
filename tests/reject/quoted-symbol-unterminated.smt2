; the quoted symbol is never closed
(set-logic ALL)
(declare-const |x Int)
(check-sat)
