; store of a value of another sort than the array's elements
(set-logic ALL)
(declare-const a (Array Int Bool))
(assert (= a (store a 1 "v")))
(check-sat)
