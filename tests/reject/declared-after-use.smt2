; x is used before it is declared
(set-logic ALL)
(assert (= x 1))
(declare-const x Int)
(check-sat)
