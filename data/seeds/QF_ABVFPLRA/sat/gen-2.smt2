(set-logic QF_ABVFPLRA)
(set-info :status sat)
(declare-const p0 Bool)
(declare-const p1 Bool)
(declare-const r1 Real)
(declare-const v0 (_ BitVec 4))
(declare-const v1 (_ BitVec 4))
(declare-const f0 Float32)
(declare-const f1 Float32)
(declare-const a0 (Array Real Real))
(assert (bvugt v1 v0))
(assert
  (not
    (fp.eq f0
      (fp.mul RTN (fp #b0 #b00011010 #b00100011101101100100101) ((_ to_fp 8 24) RTN v0)))))
(assert (and (>= r1 3.75) (= (_ NaN 8 24) f0)))
(assert (not (fp.leq (fp.mul RTN f1 ((_ to_fp 8 24) RNA 9.0)) ((_ to_fp 8 24) RTP 3.0))))
(assert (xor (and (not (fp.isZero f1)) (ite p0 p0 p1)) (>= (select a0 r1) 9.1)))
(check-sat)
