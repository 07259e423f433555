; = between elements of two different declared sorts
(set-logic ALL)
(declare-sort A 0)
(declare-sort B 0)
(declare-const a A)
(declare-const b B)
(assert (= a b))
(check-sat)
