; the logic has no arrays
(set-logic QF_LIA)
(declare-const a (Array Int Int))
(assert (= 0 (select a 1)))
(check-sat)
