; fp.isZero takes a float, not a bit-vector
(set-logic ALL)
(assert (fp.isZero #x00000000))
(check-sat)
