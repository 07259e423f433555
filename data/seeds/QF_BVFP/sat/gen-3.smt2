(set-logic QF_BVFP)
(set-info :status sat)
(declare-const p1 Bool)
(declare-const f0 Float32)
(declare-const f1 Float32)
(assert (or p1 (fp.gt (fp.abs f0) f0) (fp.isPositive f1)))
(assert (not (fp.lt ((_ to_fp 8 24) RNE 798.25) (fp.sub RTN f0 f0))))
(assert
  (=> p1
    (or (= f1 (fp #b1 #b10110100 #b10000000000000000000000)) p1)
    (fp.gt (_ -oo 8 24) f0)))
(assert (=> (not (not (fp.eq f1 (_ +oo 8 24)))) p1))
(assert
  (=>
    (fp.isInfinite (fp #b0 #x80 #b10010101110111001000000))
    (fp.isInfinite (fp.add RNA (fp #b0 #b00000000 #b01111111111111111111111) f1))
    (and (distinct ((_ to_fp 8 24) RTN 851.75) f0) (fp.leq f1 f0))))
(assert (= ((_ to_fp 8 24) RTP 479.25) (fp #b0 #x87 #b11011111010000000000000)))
(check-sat)
