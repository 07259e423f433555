; x is declared twice with the same sort
(set-logic ALL)
(declare-const x Int)
(declare-const x Int)
(check-sat)
