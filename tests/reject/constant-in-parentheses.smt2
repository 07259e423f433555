; a constant is not applied to nothing
(set-logic ALL)
(declare-const c Int)
(assert (= (c) 1))
(check-sat)
