; Made of false.eq.one-of-two.
(set-logic BV)
(set-info :status unsat)
(declare-const p0 Bool)
(declare-const p1 Bool)
(declare-const v0 (_ BitVec 33))
(declare-const v1 (_ BitVec 33))
(declare-const v2 (_ BitVec 8))
(declare-const v3 (_ BitVec 8))
(declare-const k_x (_ BitVec 33))
(declare-const k_a (_ BitVec 33))
(declare-const k_b (_ BitVec 33))
(assert
  (exists ((b0 (_ BitVec 33)))
    (and
      (distinct k_x v1 (bvadd v1 v0 #b011111101011101000001011001000101))
      (and
        (or (= k_x b0) (= k_x k_b))
        (or (= v1 b0) (= v1 k_b))
        (or
          (= (bvadd v1 v0 #b011111101011101000001011001000101) b0)
          (= (bvadd v1 v0 #b011111101011101000001011001000101) k_b))))))
(assert (bvsgt (bvadd v2 v2) v3))
(assert (=> (bvslt k_b k_a) (= #b000000000000000000000000000001100 k_b)))
(assert (not (= #b111111111111111111111111111111111 v1)))
(assert (ite (distinct v2 v3) p0 (bvsgt #b111011101100000000100000101111111 k_x)))
(assert (or p1 (bvult v2 v3)))
(assert (bvslt v3 (bvadd v2 v2)))
(check-sat)
