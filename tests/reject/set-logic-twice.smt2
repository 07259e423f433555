; the logic is set twice
(set-logic QF_LIA)
(set-logic QF_BV)
(check-sat)
