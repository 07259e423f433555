; y was never declared
(set-logic ALL)
(declare-const x Int)
(assert (= x y))
(check-sat)
