; * does not take arrays
(set-logic ALL)
(declare-const a (Array Int Int))
(assert (= 0 (* 2 a)))
(check-sat)
