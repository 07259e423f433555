; Made of false.bv.shift-out and false.eq.one-of-two.
(set-logic QF_BV)
(set-info :status unsat)
(declare-const p0 Bool)
(declare-const v0 (_ BitVec 4))
(declare-const v1 (_ BitVec 4))
(declare-const v2 (_ BitVec 4))
(declare-const v3 (_ BitVec 4))
(declare-const k_x (_ BitVec 4))
(declare-const k_s (_ BitVec 4))
(declare-const j_x (_ BitVec 4))
(declare-const j_y (_ BitVec 4))
(declare-const j_z (_ BitVec 4))
(declare-const j_a (_ BitVec 4))
(declare-const j_b (_ BitVec 4))
(assert (or p0 (bvsle j_a v0) (bvslt j_x v1)))
(assert (bvsle (bvnand v0 k_x) #x7))
(assert (bvsge (bvsdiv j_z #x1) v3))
(assert (bvule j_b v0))
(assert (or (bvsgt v3 v0) (bvule v0 j_x)))
(assert
  (or
    (and (bvuge k_s (_ bv2 4)) (distinct ((_ extract 1 0) (bvshl k_x k_s)) #b00))
    (and
      (distinct j_x j_y (bvxor (bvmul #x3 #x1 j_b) v2))
      (and
        (or (= j_x j_a) (= j_x j_b))
        (or (= j_y j_a) (= j_y j_b))
        (or
          (= (bvxor (bvmul #x3 #x1 j_b) v2) j_a)
          (= (bvxor (bvmul #x3 #x1 j_b) v2) j_b))))))
(assert (bvuge ((_ extract 3 0) k_x) j_b))
(check-sat)
