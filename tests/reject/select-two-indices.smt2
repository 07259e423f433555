; select with two indices on a one-dimensional array
(set-logic ALL)
(declare-const a (Array Int Bool))
(assert (select a 1 2))
(check-sat)
