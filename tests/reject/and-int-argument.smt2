; and takes Bools, not Ints
(set-logic ALL)
(declare-const x Int)
(assert (and true x))
(check-sat)
