; the condition of ite is an Int
(set-logic ALL)
(declare-const x Int)
(assert (ite x true false))
(check-sat)
