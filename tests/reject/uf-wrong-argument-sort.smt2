; f takes an element of U, not an Int
(set-logic ALL)
(declare-sort U 0)
(declare-fun f (U) U)
(declare-const x Int)
(assert (= x (f x)))
(check-sat)
