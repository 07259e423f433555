; Made of false.fp.negative-zero and false.fp.abs-negative.
(set-logic FP)
(set-info :status unsat)
(declare-const p0 Bool)
(declare-const p2 Bool)
(declare-const p3 Bool)
(declare-const f0 Float32)
(declare-const f2 Float32)
(declare-const f3 Float32)
(declare-const k_x (_ FloatingPoint 8 24))
(declare-const j_x (_ FloatingPoint 8 24))
(assert
  (fp.lt
    (fp.max (fp #b1 #b00001111 #b00101010010001101001011)
      (fp #b0 #b11111111 #b01011110010101001011101))
    f0))
(assert (or p2 p3))
(assert (fp.eq (fp.max f0 k_x) ((_ to_fp 8 24) RNA 0.75)))
(assert (or p3 (fp.leq (fp #b0 #b00000000 #b00011010111101001010010) j_x)))
(assert
  (or
    (and
      (= ((_ to_fp 8 24) RTZ 7.0) (_ -zero 8 24))
      (not (fp.eq ((_ to_fp 8 24) RTZ 7.0) (_ +zero 8 24))))
    (forall ((b0 (_ FloatingPoint 8 24))) (fp.isNegative (fp.abs b0)))))
(assert (and (fp.isInfinite k_x) p0))
(assert (distinct (fp.mul RTN f2 (fp.neg ((_ to_fp 8 24) RNE 1.1))) (fp.sub RNA f3 f3) j_x))
(check-sat)
