; Made of false.quant.bv-no-root and false.bv.sign-extend.
(set-logic BV)
(set-info :status unsat)
(declare-const p0 Bool)
(declare-const p1 Bool)
(declare-const p2 Bool)
(declare-const v0 (_ BitVec 6))
(declare-const v1 (_ BitVec 6))
(declare-const v2 (_ BitVec 6))
(declare-const j_y (_ BitVec 16))
(assert (bvule (bvadd v2 #b010100) v1))
(assert (and (distinct #b001110 #b001100) (= p1 p0) p2))
(assert (not (bvsgt v0 v1)))
(assert
  (or
    (exists ((x (_ BitVec 6))) (= (bvmul x (_ bv2 6)) (_ bv1 6)))
    (and
      (forall ((b2 (_ BitVec 16))) (bvslt b2 b2))
      (not (bvslt ((_ sign_extend 6) j_y) ((_ sign_extend 6) j_y))))))
(assert (bvuge (bvadd #b100100 v1) v1))
(check-sat)
