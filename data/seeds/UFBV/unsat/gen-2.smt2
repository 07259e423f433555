; Made of false.bv.signed-divide and false.uf.nested.
(set-logic UFBV)
(set-info :status unsat)
(declare-const p1 Bool)
(declare-const v0 (_ BitVec 64))
(declare-const v1 (_ BitVec 64))
(declare-const v2 (_ BitVec 64))
(declare-const k_y (_ BitVec 4))
(declare-fun j_f ((_ BitVec 64)) (_ BitVec 64))
(declare-const j_x (_ BitVec 64))
(declare-const j_y (_ BitVec 64))
(assert
  (or
    (and
      (distinct k_y (_ bv0 4))
      (forall ((b0 (_ BitVec 4))) (distinct b0 (bvadd (bvmul b0 (bvsdiv b0 b0)) (bvsrem b0 b0)))))
    (and (= (j_f j_x) v0) (= (j_f v0) j_x) (not (= (j_f (j_f j_x)) j_x)))))
(assert (distinct j_y v2))
(assert (or (bvule v2 v1) p1))
(assert (bvule v0 #x0000000000000006))
(assert (bvsle (bvor v1 j_y) #x0000000000000008))
(check-sat)
