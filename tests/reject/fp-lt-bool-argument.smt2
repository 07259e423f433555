; fp.lt compares floats, not Bools
(set-logic ALL)
(declare-const x Float32)
(assert (fp.lt x true))
(check-sat)
