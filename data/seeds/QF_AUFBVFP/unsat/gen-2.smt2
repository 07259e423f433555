; Made of false.bv.xnor and false.array.bytes.
(set-logic QF_AUFBVFP)
(set-info :status unsat)
(declare-const p0 Bool)
(declare-const p1 Bool)
(declare-const v0 (_ BitVec 8))
(declare-const v1 (_ BitVec 8))
(declare-const v2 (_ BitVec 3))
(declare-const v3 (_ BitVec 3))
(declare-const k_x (_ BitVec 4))
(declare-const k_y (_ BitVec 4))
(declare-const j_m (Array (_ BitVec 32) (_ BitVec 8)))
(declare-const j_p (_ BitVec 32))
(declare-const j_v (_ BitVec 16))
(declare-const c0 (_ BitVec 8))
(assert
  (or
    (distinct (bvxnor k_x k_y) (bvnot (bvxor k_x k_y)))
    (distinct
      (concat
        (select (store (store j_m j_p c0) (bvadd j_p #x00000001) ((_ extract 15 8) j_v))
          (bvadd j_p #x00000001))
        (select (store j_m j_p c0) j_p))
      j_v)))
(assert (= (bvshl v2 v3) v3))
(assert (or (bvsgt v1 v0) (distinct #x00 v0)))
(assert (= ((_ extract 7 0) j_v) c0))
(assert (not (ite p0 p1 p0)))
(check-sat)
