(set-logic QF_BV)
(set-info :status sat)
(declare-const p0 Bool)
(declare-const p1 Bool)
(declare-const v0 (_ BitVec 7))
(declare-const v1 (_ BitVec 7))
(declare-const v2 (_ BitVec 64))
(declare-const v3 (_ BitVec 64))
(assert (bvslt #b0000000 (bvadd v1 #b0001101)))
(assert
  (and
    (and (not p1) (= (bvsub v2 #x8000000000000000) #x8000000000000001))
    (not (= (bvudiv v2 #x000000000000000c) v3 v2))
    (= v1 #b0000010)))
(assert
  (or
    (=
      (bvsub v2 (bvor v3 v2 v3))
      (bvadd #x000000000000000f (bvshl #xffffffffffffffff v2) v3)
      v3)
    p0
    (bvslt (bvxor v3 v2) (bvnot (bvshl v3 v2)))))
(assert (= (bvnot v2) #xfffffffffffffffe))
(assert (= (bvxnor (bvlshr v2 (bvsub #x0000000000000000 v3)) (bvnot v3)) #xd040bf294639e5df))
(assert
  (and (not (bvugt (bvlshr v1 v1) (bvnot v1))) (and (= #b0000010 v1) (or p0 p1 (bvugt v1 v0)))))
(assert
  (or
    (xor (and (ite p1 p1 p0) p0) (bvugt #x000000000000000a v3))
    (bvslt (bvxor v1 #b1111111) (bvor v1 v1))))
(check-sat)
