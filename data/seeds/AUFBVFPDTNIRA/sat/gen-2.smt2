(set-logic AUFBVFPDTNIRA)
(set-info :status sat)
(declare-const p0 Bool)
(declare-const p1 Bool)
(declare-const p2 Bool)
(declare-const n1 Int)
(declare-const n2 Int)
(declare-const r1 Real)
(declare-const v0 (_ BitVec 16))
(declare-const v2 (_ BitVec 16))
(declare-const f0 Float32)
(declare-const f1 Float32)
(declare-const f2 Float32)
(declare-const a1 (Array Real Int))
(assert (>= (+ (+ n2 0 n1) (select a1 r1) n2) (- 7)))
(assert
  (not
    (fp.leq
      (fp.sub (ite p1 RNE RTP)
        f2
        (fp.sub RNA (fp #b0 #b11000000 #b01111111111111111111111) (_ NaN 8 24)))
      (fp.sub (ite p2 RTN RNE) (fp.roundToIntegral RNE f1) ((_ to_fp 8 24) RTN v0)))))
(assert
  (=>
    (or (fp.isNormal f1) (fp.leq ((_ to_fp 8 24) RTZ 4.5) f1) (bvsgt v2 #x0000))
    (fp.eq f1 f0)
    p0))
(assert (xor (and (= ((_ to_fp 8 24) RNA 4.0) f2) p0) (fp.leq f2 f1)))
(assert (not (not (=> p2 (fp.isPositive f1)))))
(check-sat)
