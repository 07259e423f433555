; g was never declared
(set-logic ALL)
(declare-const x Int)
(assert (= x (g x)))
(check-sat)
