; Made of false.fp.rounding-modes and false.fp.classes.
(set-logic QF_FP)
(set-info :status unsat)
(declare-const p0 Bool)
(declare-const p1 Bool)
(declare-const p2 Bool)
(declare-const f0 Float32)
(declare-const f1 Float32)
(declare-const f2 Float32)
(declare-const k_a RoundingMode)
(declare-const k_b RoundingMode)
(declare-const k_d RoundingMode)
(declare-const k_e RoundingMode)
(declare-const k_f RoundingMode)
(declare-const j_x (_ FloatingPoint 8 24))
(declare-const c0 RoundingMode)
(declare-const c1 RoundingMode)
(assert
  (not
    (or
      (=>
        (ite (fp.isPositive (fp #b1 #b10000000 #b10001001100010110011001))
          (distinct
            (ite (= j_x (_ -oo 8 24)) k_e RNA)
            k_b
            (ite p2 c0 k_a)
            k_d
            (ite (fp.leq j_x f2) (ite p2 RTN RTP) RTZ)
            (ite (fp.eq j_x ((_ to_fp 8 24) RNE 7.0)) (ite p2 RTN k_f) RTZ))
          (not
            (or
              (fp.isNormal (fp.roundToIntegral RTZ f2))
              (fp.isSubnormal (fp.roundToIntegral RTZ f2))
              (fp.isZero (fp.roundToIntegral RTZ f2))
              (fp.isInfinite (fp.roundToIntegral RTZ f2))
              (fp.isNaN (fp.roundToIntegral RTZ f2)))))
        (not (= c1 c0)))
      (not (= c1 (ite p2 RNE RNA))))))
(assert (fp.isPositive (fp.max f1 f2)))
(assert
  (xor
    (fp.isPositive f0)
    (= j_x (fp #b1 #b11111110 #b10000000000000000000000) ((_ to_fp 8 24) RNA 0.25))))
(assert (and p0 (fp.isSubnormal j_x)))
(assert (fp.leq (fp.abs f1) f2))
(assert (fp.geq f1 (fp.roundToIntegral RTZ j_x)))
(assert (let ((l2 (fp.isNormal f2))) (ite l2 l2 p1)))
(check-sat)
