; fp.rem takes no rounding mode
(set-logic ALL)
(declare-const x Float32)
(assert (fp.eq x (fp.rem RNE x x)))
(check-sat)
