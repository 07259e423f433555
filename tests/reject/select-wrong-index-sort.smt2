; select with an index of another sort than the array's
(set-logic ALL)
(declare-const a (Array Int Bool))
(assert (select a "k"))
(check-sat)
