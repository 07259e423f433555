; Made of false.bv.shift-right and false.bv.and-or.
(set-logic UFBVLIA)
(set-info :status unsat)
(declare-const p0 Bool)
(declare-const v0 (_ BitVec 32))
(declare-const k_x (_ BitVec 32))
(declare-const k_s (_ BitVec 32))
(declare-const j_y (_ BitVec 3))
(assert (bvule (bvlshr v0 #x00000001) (bvadd k_x k_x)))
(assert (bvslt (bvsub #x6293b649 v0) #x00000001))
(assert
  (or
    (bvugt (bvlshr k_s k_s) k_s)
    (forall ((b0 (_ BitVec 3)))
      (distinct
        (bvadd
          (bvand b0 (bvxor (bvadd b0 #b000 j_y) j_y))
          (bvor b0 (bvxor (bvadd b0 #b000 j_y) j_y)))
        (bvadd b0 (bvxor (bvadd b0 #b000 j_y) j_y))))))
(assert (or (bvsgt #x00000008 k_x) p0))
(assert (bvule k_x (bvadd #x7e651fe8 v0)))
(check-sat)
