; Made of false.bv.de-morgan.
(set-logic QF_AUFBV)
(set-info :status unsat)
(declare-const v0 (_ BitVec 3))
(declare-const v2 (_ BitVec 3))
(declare-const a0 (Array (_ BitVec 3) (_ BitVec 3)))
(declare-const a1 (Array (_ BitVec 3) (_ BitVec 3)))
(declare-fun g0 ((Array (_ BitVec 3) (_ BitVec 3)) (Array (_ BitVec 3) (_ BitVec 3))) (_ BitVec 3))
(declare-const k_x (_ BitVec 3))
(assert (bvsgt (bvor v0 v0) (g0 a0 a1)))
(assert
  (distinct
    (bvnot (bvand k_x (bvxnor (bvor v0 v2) ((_ rotate_right 8) v0))))
    (bvor (bvnot k_x) (bvnot (bvxnor (bvor v0 v2) ((_ rotate_right 8) v0))))))
(check-sat)
