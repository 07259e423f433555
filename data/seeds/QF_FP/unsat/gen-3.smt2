; Made of false.fp.add-zero.
(set-logic QF_FP)
(set-info :status unsat)
(declare-const f0 Float32)
(declare-const f1 Float32)
(declare-const k_z (_ FloatingPoint 8 24))
(declare-const k_m RoundingMode)
(assert (fp.isZero f0))
(assert (= (fp.neg f1) (fp.neg f0)))
(assert (= f0 (fp.roundToIntegral k_m (fp #b1 #b10011111 #b00000000000000000000000))))
(assert
  (distinct
    (fp.add RNE ((_ to_fp 8 24) RNA 6.0) k_z)
    f0
    (fp #b1 #b01111111 #b01111111111111111111111)))
(assert (not (fp.isZero (fp.neg ((_ to_fp 8 24) RTN 7.5)))))
(assert
  (distinct
    (fp.add k_m (fp.neg ((_ to_fp 8 24) RTN 7.5)) f0)
    (fp.neg ((_ to_fp 8 24) RTN 7.5))))
(check-sat)
