(set-logic QF_ABVFP)
(set-info :status sat)
(declare-const p0 Bool)
(declare-const p1 Bool)
(declare-const v0 (_ BitVec 16))
(declare-const v1 (_ BitVec 16))
(declare-const v2 (_ BitVec 33))
(declare-const v3 (_ BitVec 33))
(declare-const f0 Float64)
(declare-const f1 Float64)
(define-fun h0 () (_ FloatingPoint 11 53) (fp.add RNA f0 ((_ to_fp 11 53) RTP 9.0)))
(assert
  (or
    (or (fp.isNormal ((_ to_fp 11 53) RTN 8.1)) p0 p1)
    (and
      (fp.leq h0
        (fp #b1 #b00000000000 #b0111111111111111111111111111111111111111111111111111))
      p1
      (bvule v1 v0))
    p1))
(assert
  (or
    (bvult v2 #b100000000000000000000000000000000)
    (bvsle #x0004 v0)
    (or
      (bvule v3 v2)
      (fp.leq
        (fp #b1 #b00000000000 #b0000000000000000000000000000000000000000000000000000)
        f1))))
(assert (not (and (= v1 #x0000 v0) (bvult v0 v1))))
(assert (not (fp.isNaN f1)))
(assert (and (not (not (fp.geq h0 ((_ to_fp 11 53) RTN 32.0)))) (fp.isPositive f1)))
(check-sat)
