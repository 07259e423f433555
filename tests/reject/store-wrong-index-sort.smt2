; store at an index of another sort than the array's
(set-logic ALL)
(declare-const a (Array Int Bool))
(assert (= a (store a true true)))
(check-sat)
