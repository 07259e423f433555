; Made of false.bv.or-grows and false.bv.order.
(set-logic QF_BVFP)
(set-info :status unsat)
(declare-const p0 Bool)
(declare-const p1 Bool)
(declare-const v2 (_ BitVec 5))
(declare-const v3 (_ BitVec 5))
(declare-const f0 Float64)
(declare-const k_x (_ BitVec 4))
(declare-const j_x (_ BitVec 3))
(declare-const j_y (_ BitVec 3))
(assert (ite (bvuge v3 v2) (bvult (bvor k_x k_x) k_x) (and (bvult j_x j_y) (bvult j_y j_x))))
(assert (xor (= v2 #b00111) p1))
(assert (and p0 (distinct ((_ to_fp 11 53) RTP 6.1) f0)))
(assert
  (fp.geq
    (fp.add RNE
      (fp #b0 #b01111111111 #b1111111111111111111111111111111111111111111111111111)
      ((_ to_fp 11 53) RTN 7.0))
    (_ NaN 11 53)))
(check-sat)
