; an array constant is not applied like a function
(set-logic ALL)
(declare-const a (Array Int Int))
(assert (= 1 (a 1)))
(check-sat)
