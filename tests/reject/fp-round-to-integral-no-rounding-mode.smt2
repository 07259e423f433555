; fp.roundToIntegral without its rounding mode
(set-logic ALL)
(declare-const x Float32)
(assert (fp.eq x (fp.roundToIntegral x)))
(check-sat)
