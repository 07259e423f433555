; a vertical tab is no white space
(set-logic QF_UF)
(check-sat)
