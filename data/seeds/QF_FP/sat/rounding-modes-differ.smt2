(set-logic QF_FP)
(set-info :status sat)
(declare-const x Float32)
(declare-const m RoundingMode)
(assert (distinct (fp.roundToIntegral m x) (fp.roundToIntegral RNE x)))
(assert
  (and (distinct m RTZ) (fp.gt x ((_ to_fp 8 24) RNE 2.25)) (fp.lt x ((_ to_fp 8 24) RNE 3.0))))
(check-sat)
