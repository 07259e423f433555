; Made of false.fp.zeros-differ and false.fp.integral.
(set-logic QF_UFFP)
(set-info :status unsat)
(declare-sort U 0)
(declare-const p0 Bool)
(declare-const p1 Bool)
(declare-const f0 Float32)
(declare-const f1 Float32)
(declare-const u0 U)
(declare-const u1 U)
(declare-const k_x (_ FloatingPoint 8 24))
(declare-const j_x (_ FloatingPoint 8 24))
(declare-const j_m RoundingMode)
(assert (or (distinct (fp.neg ((_ to_fp 8 24) RNA 809.0)) ((_ to_fp 8 24) RTN 64.0)) p1 p0))
(assert
  (ite (fp.gt j_x f1)
    (and
      (= (fp.sub RTZ ((_ to_fp 8 24) RTN 458.0) j_x) (_ -zero 8 24))
      (= (fp.sub RTZ ((_ to_fp 8 24) RTN 458.0) j_x) (_ +zero 8 24)))
    (and
      (not (fp.isNaN (fp.sub j_m f1 f0)))
      (not
        (fp.eq
          (fp.roundToIntegral (ite p1 (ite p0 j_m RTN) RNA)
            (fp.roundToIntegral RTZ (fp.sub j_m f1 f0)))
          (fp.roundToIntegral RTZ (fp.sub j_m f1 f0)))))))
(assert (fp.isNegative k_x))
(assert (ite (fp.lt (_ -oo 8 24) f0) p0 (fp.geq j_x f1)))
(assert (fp.isNaN (fp.neg k_x)))
(assert (not (fp.isNaN ((_ to_fp 8 24) RTP 416.5))))
(assert
  (or (fp.gt (fp.neg ((_ to_fp 8 24) RNE 207.5)) ((_ to_fp 8 24) RTN 8.5)) p1 (distinct u0 u1)))
(check-sat)
