; Made of false.fp.zero-sign and false.bool.implication-cycle.
(set-logic QF_FP)
(set-info :status unsat)
(declare-const p0 Bool)
(declare-const f0 Float32)
(declare-const f1 Float32)
(declare-const f2 Float32)
(declare-const k_x (_ FloatingPoint 8 24))
(declare-const k_y (_ FloatingPoint 8 24))
(declare-const j_q Bool)
(assert (=> p0 (fp.lt ((_ to_fp 8 24) RTP 7.0) f2)))
(assert (and (fp.isSubnormal f1) (fp.lt f0 k_y)))
(assert
  (or
    (and (fp.isZero (fp.sub RTN k_x f2)) (fp.isZero k_y) (not (fp.eq (fp.sub RTN k_x f2) k_y)))
    (and
      (=> (not p0) j_q)
      (=> j_q (fp.leq f0 (fp #b1 #x01 #b00000000000000000000000) f2))
      (=> (fp.leq f0 (fp #b1 #x01 #b00000000000000000000000) f2) (not p0))
      (or (not p0) j_q (fp.leq f0 (fp #b1 #x01 #b00000000000000000000000) f2))
      (not (and (not p0) j_q (fp.leq f0 (fp #b1 #x01 #b00000000000000000000000) f2))))))
(check-sat)
