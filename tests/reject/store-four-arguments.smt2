; store with two indices into a one-dimensional array
(set-logic ALL)
(declare-const a (Array Int Int))
(assert (= a (store a 1 2 3)))
(check-sat)
