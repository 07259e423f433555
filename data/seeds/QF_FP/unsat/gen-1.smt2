; Made of false.fp.rounding-modes.
(set-logic QF_FP)
(set-info :status unsat)
(declare-const p0 Bool)
(declare-const p1 Bool)
(declare-const f0 Float64)
(declare-const f1 Float64)
(declare-const f2 Float64)
(declare-const k_b RoundingMode)
(declare-const k_d RoundingMode)
(declare-const k_e RoundingMode)
(declare-const k_f RoundingMode)
(assert (fp.isZero f1))
(assert (fp.leq (fp.sub RNE f2 f0) (ite p0 f0 (_ NaN 11 53))))
(assert (fp.isNormal (fp.add RTN f0 f0)))
(assert (distinct RTN k_b (ite p1 RTP (ite p1 RTZ k_d)) k_d k_e k_f))
(assert (= (fp.sub RTP f1 ((_ to_fp 11 53) RTP 8.0)) (fp.add k_b f0 f1)))
(assert
  (ite (fp.isPositive f2)
    (fp.isPositive
      (fp #b1 #b11111111011 #b1000000000000000000000000000000000000000000000000000))
    (fp.gt (fp #b0 #b01000011011 #b1110110011011010010000100110001010000100110110010110) f2)))
(assert
  (or
    (fp.leq f2 f0)
    (fp.isNaN (fp #b0 #b01001101011 #b0111111111111111111111111111111111111111111111111111))
    (fp.gt (fp #b0 #b11111111111 #b0000000000000000000000000000000000000000000000000111) f1)))
(check-sat)
