; mod takes exactly two arguments
(set-logic ALL)
(declare-const x Int)
(assert (= 1 (mod x)))
(check-sat)
