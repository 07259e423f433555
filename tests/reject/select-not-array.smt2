; select on an Int
(set-logic ALL)
(declare-const x Int)
(assert (= 0 (select x x)))
(check-sat)
