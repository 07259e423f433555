; Made of false.bv.concat-order.
(set-logic BVFP)
(set-info :status unsat)
(declare-const p0 Bool)
(declare-const p1 Bool)
(declare-const v0 (_ BitVec 16))
(declare-const v1 (_ BitVec 16))
(declare-const k_x (_ BitVec 32))
(declare-const k_y (_ BitVec 32))
(declare-const k_u (_ BitVec 16))
(declare-const k_v (_ BitVec 16))
(declare-const c0 (_ BitVec 32))
(assert (bvuge (bvadd v1 v1) #x8000))
(assert (=> (bvsle v0 #x8000) (= v1 #xce1b) p0))
(assert (bvult k_x c0))
(assert (bvuge (ite p1 k_u v0) (bvor k_u k_v)))
(assert
  (not
    (=>
      (bvuge (concat k_x (bvadd (bvsub v1 k_v) k_u)) (concat (bvashr k_y k_x) k_v))
      (not (= c0 (bvashr k_y k_x))))))
(check-sat)
