; fp.eq compares floats, not Reals
(set-logic ALL)
(declare-const x Float32)
(assert (fp.eq x 1.5))
(check-sat)
