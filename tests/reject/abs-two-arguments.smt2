; abs takes exactly one argument
(set-logic ALL)
(declare-const x Int)
(assert (= x (abs x 1)))
(check-sat)
