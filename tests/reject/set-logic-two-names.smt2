; set-logic takes a single logic
(set-logic QF_LIA QF_BV)
(check-sat)
