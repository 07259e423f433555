; a bit-vector is asserted
(set-logic QF_BV)
(assert #b1)
(check-sat)
