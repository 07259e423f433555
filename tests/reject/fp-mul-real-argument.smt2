; fp.mul takes floats, not Reals
(set-logic ALL)
(declare-const x Float32)
(assert (fp.eq x (fp.mul RNE x 2.0)))
(check-sat)
