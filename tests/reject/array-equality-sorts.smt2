; = between arrays of different element sorts
(set-logic ALL)
(declare-const a (Array Int Int))
(declare-const b (Array Int Bool))
(assert (= a b))
(check-sat)
