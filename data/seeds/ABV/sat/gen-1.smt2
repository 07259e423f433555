(set-logic ABV)
(set-info :status sat)
(declare-const p0 Bool)
(declare-const p1 Bool)
(declare-const v0 (_ BitVec 2))
(declare-const v1 (_ BitVec 2))
(declare-const a0 (Array (_ BitVec 2) (_ BitVec 2)))
(declare-const a1 (Array (_ BitVec 2) (_ BitVec 2)))
(assert (bvslt (bvsrem v0 (bvadd (bvurem v0 v0) (ite p1 v0 v1))) (bvxor v0 (bvsub v0 v1))))
(assert
  (or
    (exists ((b0 (_ BitVec 2))) (not (bvsgt v0 b0)))
    (or (bvsle v0 v1) (bvult v0 v1) (bvule v1 v0))
    (=> p0 (bvult v1 #b00))))
(assert
  (not (forall ((b1 (_ BitVec 2))) (ite p1 (ite p1 (bvslt b1 v1) p0) (not (ite p0 p1 false))))))
(assert (= (select a0 (bvxor v1 (bvlshr v1 #b01) v1)) #b01))
(assert (distinct (store (store a0 v1 #b00) (bvadd v0 v1 v0) #b10) a1))
(assert (=> (or p0 (bvult #b10 v0)) p1))
(assert
  (bvslt (select (store a1 (bvnand v1 v1) v0) (bvlshr v1 v1))
    (bvxor (bvnot (select a1 #b01)) v0)))
(check-sat)
