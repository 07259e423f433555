; fp.isInfinite takes a float, not a Real
(set-logic ALL)
(assert (fp.isInfinite 1.0))
(check-sat)
