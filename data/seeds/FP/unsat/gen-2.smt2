; Made of false.bool.pigeons.
(set-logic FP)
(set-info :status unsat)
(declare-const p1 Bool)
(declare-const f0 Float32)
(declare-const f1 Float32)
(declare-const k_a1 Bool)
(declare-const k_b1 Bool)
(declare-const k_c1 Bool)
(declare-const k_c2 Bool)
(assert (and (fp.eq f1 f0) k_c1))
(assert
  (and
    (or k_a1 k_c1)
    (or k_b1 (fp.isNormal (ite k_b1 (fp #b0 #b00000110 #b01100011101010100100010) f0)))
    (or (or p1 (fp.isPositive f1) (distinct ((_ to_fp 8 24) RNE 0.1) f1)) k_c2)))
(assert
  (and
    (not (and k_a1 k_b1))
    (not (and k_a1 (or p1 (fp.isPositive f1) (distinct ((_ to_fp 8 24) RNE 0.1) f1))))
    (not (and k_b1 (or p1 (fp.isPositive f1) (distinct ((_ to_fp 8 24) RNE 0.1) f1))))))
(assert
  (and
    (not (and k_c1 (fp.isNormal (ite k_b1 (fp #b0 #b00000110 #b01100011101010100100010) f0))))
    (not (and k_c1 k_c2))
    (not
      (and (fp.isNormal (ite k_b1 (fp #b0 #b00000110 #b01100011101010100100010) f0)) k_c2))))
(assert (xor (fp.leq ((_ to_fp 8 24) RNA 6.75) f1) k_c2))
(check-sat)
