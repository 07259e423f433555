; Made of false.bv.signed-divide and false.bv.quotient-bound.
(set-logic AUFBVFPDTNIRA)
(set-info :status unsat)
(declare-const p0 Bool)
(declare-const v0 (_ BitVec 4))
(declare-const v1 (_ BitVec 4))
(declare-const v2 (_ BitVec 4))
(declare-const f2 Float32)
(declare-const a0 (Array Float32 (_ BitVec 4)))
(declare-const a2 (Array Float32 (_ BitVec 4)))
(declare-const k_x (_ BitVec 4))
(declare-const k_y (_ BitVec 4))
(declare-const j_x (_ BitVec 4))
(declare-const j_y (_ BitVec 4))
(declare-const c2 (_ BitVec 4))
(assert
  (or
    (exists ((b0 (_ BitVec 4)))
      (and
        (distinct (ite p0 v1 (bvlshr v2 v0)) (_ bv0 4))
        (distinct b0
          (bvadd
            (bvmul (ite p0 v1 (bvlshr v2 v0)) (bvsdiv b0 (ite p0 v1 (bvlshr v2 v0))))
            (bvsrem b0 (ite p0 v1 (bvlshr v2 v0)))))))
    (and
      (forall ((b1 (_ BitVec 4))) (bvugt (bvnot (bvlshr b1 k_x)) (_ bv0 4)))
      (bvugt (bvudiv j_x c2) j_x))))
(assert (bvsle #xf (bvudiv k_x j_y)))
(assert (or (= a0 a2) (bvsge #xa k_x)))
(assert (= c2 (bvnot (bvlshr j_x k_x))))
(assert (fp.eq (fp.add RNA (_ +zero 8 24) f2) ((_ to_fp_unsigned 8 24) RTP k_y)))
(check-sat)
