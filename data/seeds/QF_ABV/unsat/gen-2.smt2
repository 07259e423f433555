; Made of false.bv.swap.
(set-logic QF_ABV)
(set-info :status unsat)
(declare-const v0 (_ BitVec 4))
(declare-const v1 (_ BitVec 4))
(declare-const v3 (_ BitVec 4))
(declare-const a0 (Array (_ BitVec 4) (_ BitVec 4)))
(declare-const a2 (Array (_ BitVec 4) (_ BitVec 4)))
(declare-const k_x (_ BitVec 4))
(declare-const k_a (_ BitVec 4))
(declare-const k_b (_ BitVec 4))
(declare-const c0 (_ BitVec 4))
(assert (= (bvor (select a2 #x1) ((_ extract 3 0) v0) (bvadd v1 #x7 k_b)) (bvxor k_a v3)))
(assert (= c0 (bvxor (bvsdiv k_b (bvshl v1 v3)) v3)))
(assert
  (not
    (and
      (=
        (bvor (select a2 #x1) ((_ extract 3 0) v0) (bvadd v1 #x7 k_b))
        (bvsdiv k_b (bvshl v1 v3)))
      (= (bvxor k_a (bvor (select a2 #x1) ((_ extract 3 0) v0) (bvadd v1 #x7 k_b))) v3))))
(assert (= k_a c0))
(assert (bvugt (bvadd #x8 k_a) (select a0 k_x)))
(check-sat)
