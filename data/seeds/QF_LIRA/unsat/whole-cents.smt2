; Ten cents in a whole number of three-cent stamps, in euros.
(set-logic QF_LIRA)
(set-info :status unsat)
(declare-const n Int)
(declare-const x Real)
(assert (= (* 0.03 (to_real n)) x))
(assert (= x 0.1))
(check-sat)
