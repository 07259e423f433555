; Made of false.bv.shift-right and false.dt.exhaustive.
(set-logic QF_UFBVDT)
(set-info :status unsat)
(declare-sort U 0)
(declare-datatypes ((Shape 0)) (((circle (radius U)) (box (width U) (height (_ BitVec 8))))))
(declare-const v0 (_ BitVec 8))
(declare-const v1 (_ BitVec 8))
(declare-const u0 U)
(declare-const d0 Shape)
(declare-const d1 Shape)
(declare-fun g1 (U) Shape)
(declare-const k_x (_ BitVec 8))
(declare-const k_s (_ BitVec 8))
(declare-datatypes ((j_L 0)) (((j_e) (j_c (j_h (_ BitVec 8)) (j_t j_L)))))
(declare-const j_l j_L)
(declare-const c0 (_ BitVec 8))
(assert
  (not
    (or
      (not
        (or
          (bvugt c0 k_x)
          (and (not ((_ is j_e) (j_t (j_t j_l)))) (not ((_ is j_c) (j_t (j_t j_l)))))))
      (not (= c0 (bvlshr k_x (bvshl v0 #xa7)))))))
(assert (= (g1 u0) (circle u0)))
(assert (xor (bvule #x0e v0) (= d1 d0)))
(assert (and (= d1 d0) (bvult k_s v1)))
(assert ((_ is j_c) j_l))
(check-sat)
