; a bit-vector is no rounding mode
(set-logic ALL)
(declare-const x Float32)
(assert (fp.eq x (fp.sub #b000 x x)))
(check-sat)
