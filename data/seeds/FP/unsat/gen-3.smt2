; Made of false.fp.transitive and false.fp.transitive.
(set-logic FP)
(set-info :status unsat)
(declare-const f0 Float32)
(declare-const k_x (_ FloatingPoint 8 24))
(declare-const k_z (_ FloatingPoint 8 24))
(declare-const j_x (_ FloatingPoint 8 24))
(declare-const j_z (_ FloatingPoint 8 24))
(assert (fp.leq ((_ to_fp 8 24) RNA j_x) f0))
(assert
  (ite (= k_z (_ NaN 8 24))
    (and
      (fp.leq k_x (fp.roundToIntegral RTN f0))
      (fp.lt (fp.roundToIntegral RTN f0) j_z)
      (not (fp.lt k_x j_z)))
    (and
      (fp.leq
        (fp #b0 #b10000000 #b00000000000000000000011)
        (fp #b0 #b11111111 #b11111111111111111111111))
      (forall ((b1 (_ FloatingPoint 8 24)))
        (fp.lt (fp #b0 #b11111111 #b11111111111111111111111) b1))
      (not (fp.lt (fp #b0 #b10000000 #b00000000000000000000011) j_z)))))
(check-sat)
