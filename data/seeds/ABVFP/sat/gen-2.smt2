(set-logic ABVFP)
(set-info :status sat)
(declare-const p0 Bool)
(declare-const p1 Bool)
(declare-const p2 Bool)
(declare-const v0 (_ BitVec 32))
(declare-const v2 (_ BitVec 32))
(declare-const f1 Float64)
(declare-const f2 Float64)
(declare-const a1 (Array Float64 Float64))
(assert (not (fp.isInfinite (select a1 f2))))
(assert (bvule (bvsub #xf3d6b52d v0) (bvshl (bvnor #x00000004 #x00000001) (ite p1 v0 #x00000001))))
(assert (and (bvuge #x1c67e9e8 v2) (bvuge #x0000000c v0) (or p0 p2)))
(assert (and (not (ite p2 false p2)) (bvsgt v2 v0)))
(assert
  (or
    (not (= (fp #b0 #b01001010110 #b0000000000000000000000000000000000000000000000000101) f1))
    p1
    (not
      (fp.isNaN
        (fp #b0 #b10001001100 #b1111111111111111111111111111111111111111111111111111)))))
(check-sat)
