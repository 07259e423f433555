; fp.isNormal takes a float, not a rounding mode
(set-logic ALL)
(assert (fp.isNormal RNE))
(check-sat)
