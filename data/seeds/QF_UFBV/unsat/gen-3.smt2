; Made of false.bv.concat-order and false.bv.lowest-bit.
(set-logic QF_UFBV)
(set-info :status unsat)
(declare-const v0 (_ BitVec 16))
(declare-const v1 (_ BitVec 16))
(declare-const v2 (_ BitVec 16))
(declare-const k_x (_ BitVec 1))
(declare-const k_y (_ BitVec 1))
(declare-const k_u (_ BitVec 16))
(declare-const j_x (_ BitVec 8))
(declare-const c0 (_ BitVec 16))
(declare-const c1 (_ BitVec 17))
(assert
  (or
    (and (bvult k_x k_y) (bvuge (concat k_x k_u) c1))
    (and
      (distinct (bvand j_x (bvneg j_x)) (_ bv0 8))
      (= (bvand j_x (bvand j_x (bvneg j_x))) (_ bv0 8)))))
(assert (ite (= (bvxnor v1 (bvsub v1 k_u)) c0) (= c1 (concat k_y c0)) false))
(assert (not (= k_u v2)))
(assert (not (= v0 #x0000)))
(check-sat)
