; Made of false.bv.divide.
(set-logic QF_BV)
(set-info :status unsat)
(declare-const p0 Bool)
(declare-const p1 Bool)
(declare-const v0 (_ BitVec 12))
(declare-const v1 (_ BitVec 12))
(declare-const v3 (_ BitVec 4))
(declare-const k_x (_ BitVec 4))
(declare-const k_y (_ BitVec 4))
(assert (=> p0 (bvslt v1 #x001)))
(assert (distinct k_y (_ bv0 4)))
(assert (bvsge #x98a (bvadd v1 v0 #x000)))
(assert (bvule (bvnor k_x #x4) k_x))
(assert (ite p1 true (bvslt k_x v3)))
(assert
  (distinct
    (concat ((_ extract 2 1) v3) (ite p0 #b10 #b11))
    (bvadd
      (bvmul k_y (bvudiv (concat ((_ extract 2 1) v3) (ite p0 #b10 #b11)) k_y))
      (bvurem (concat ((_ extract 2 1) v3) (ite p0 #b10 #b11)) k_y))))
(assert (bvsge #x0 v3))
(assert (=> p0 (bvuge #x0 v3)))
(check-sat)
