; Made of false.bool.resolution and false.fp.negative-zero.
(set-logic QF_AUFBVFP)
(set-info :status unsat)
(declare-const p0 Bool)
(declare-const v0 (_ BitVec 1))
(declare-const v1 (_ BitVec 1))
(declare-const v2 (_ BitVec 1))
(declare-const f1 Float32)
(declare-const f2 Float32)
(declare-const m0 RoundingMode)
(declare-const k_p Bool)
(declare-const k_q Bool)
(declare-const k_r Bool)
(declare-const k_s Bool)
(declare-const j_x (_ FloatingPoint 8 24))
(assert (fp.eq f1 j_x))
(assert (fp.isPositive (fp.sqrt RNA (fp #b0 #b01110110 #b00000000000000000000000))))
(assert
  (or
    (and
      (or
        (and
          (bvslt v1 v2)
          (fp.leq (fp #b1 #b00000000 #b11111100101011001110001) f2)
          (bvule v1 v2))
        (=> (fp.isSubnormal j_x) (fp.geq f1 ((_ to_fp 8 24) RTP 3.5) j_x)))
      (or
        (not
          (and
            (bvslt v1 v2)
            (fp.leq (fp #b1 #b00000000 #b11111100101011001110001) f2)
            (bvule v1 v2)))
        (bvult ((_ extract 0 0) #b1) #b1))
      (or (not (=> (fp.isSubnormal j_x) (fp.geq f1 ((_ to_fp 8 24) RTP 3.5) j_x))) k_s)
      (not (or (bvult ((_ extract 0 0) #b1) #b1) k_s)))
    (and
      (= (fp v0 #x80 #b00000000000000000000001) (_ -zero 8 24))
      (not (fp.eq (fp v0 #x80 #b00000000000000000000001) (_ +zero 8 24))))))
(assert (or k_s (bvult v0 v1)))
(assert (or (fp.lt f1 j_x) (ite p0 k_q k_p)))
(assert (=> (= k_r k_p) true))
(assert (fp.eq f1 (fp.add m0 f2 f1)))
(check-sat)
