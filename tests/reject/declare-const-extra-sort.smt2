; declare-const with two sorts
(set-logic ALL)
(declare-const x Int Int)
(check-sat)
