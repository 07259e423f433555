; Made of false.bv.concat-order.
(set-logic ABVFP)
(set-info :status unsat)
(declare-const p0 Bool)
(declare-const p1 Bool)
(declare-const p2 Bool)
(declare-const v2 (_ BitVec 24))
(declare-const v3 (_ BitVec 24))
(declare-const v4 (_ BitVec 16))
(declare-const v7 (_ BitVec 16))
(declare-const f0 Float64)
(declare-const a2 (Array (_ BitVec 16) Float64))
(declare-const a3 (Array (_ BitVec 16) Float64))
(declare-const k_u (_ BitVec 4))
(assert
  (exists ((b1 (_ BitVec 4)))
    (and (bvult v3 v3) (bvuge (concat v3 (bvand (bvsub b1 #xc) b1 k_u)) (concat v3 b1)))))
(assert
  (and
    (fp.isNaN (fp #b1 #b01111111111 #b0111111111111111111111111111111111111111111111111111))
    p1))
(assert
  (fp.isZero
    (fp.mul RTP
      (_ -zero 11 53)
      (fp #b0 #b01100011100 #b1000000000000000000000000000000000000000000000000000))))
(assert (or (fp.geq (_ NaN 11 53) (fp.neg ((_ to_fp 11 53) RTN 2.0))) (bvugt v4 #x2b08)))
(assert (=> (bvsge v2 v3) (ite p2 p0 p2)))
(assert (= a3 (store a2 v7 f0)))
(check-sat)
