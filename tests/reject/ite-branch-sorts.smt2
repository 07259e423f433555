; the branches of ite have different sorts
(set-logic ALL)
(declare-const p Bool)
(declare-const x Int)
(assert (= x (ite p x "a")))
(check-sat)
