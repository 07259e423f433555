; the operator was never declared
(set-logic ALL)
(declare-const x Int)
(assert (= 0 (@f x)))
(check-sat)
