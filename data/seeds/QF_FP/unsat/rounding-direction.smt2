; Rounding up is never below rounding down.
(set-logic QF_FP)
(set-info :status unsat)
(declare-const x Float32)
(assert (not (fp.isNaN x)))
(assert (fp.lt (fp.roundToIntegral RTP x) (fp.roundToIntegral RTN x)))
(check-sat)
