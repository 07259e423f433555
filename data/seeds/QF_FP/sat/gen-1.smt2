(set-logic QF_FP)
(set-info :status sat)
(declare-const p1 Bool)
(declare-const p2 Bool)
(declare-const f0 Float32)
(declare-const f1 Float32)
(declare-const f2 Float32)
(declare-const m0 RoundingMode)
(assert (= (fp #b0 #x80 #b11100000000000000000000) ((_ to_fp 8 24) RTN 3.75)))
(assert (not (fp.isInfinite (fp.neg (ite p1 f2 f0)))))
(assert
  (and
    (= (fp.abs f2) (fp #b0 #x7f #b01110011110011011101110))
    (fp.isNormal (fp.min f2 f0))
    (= f1 (fp #b1 #x30 #b00000000000000000000110))))
(assert
  (=
    (fp.roundToIntegral (ite p1 m0 RTP) (fp.abs ((_ to_fp 8 24) RNE 23.25)))
    (fp #b0 #x83 #b01110000000000000000000)))
(assert (= (_ +zero 8 24) ((_ to_fp 8 24) RNE 0.0)))
(assert
  (or p1
    (=>
      (not (= p2 p1))
      (fp.leq (fp #b1 #b11011101 #b01111111111111111111111) ((_ to_fp 8 24) RNA 83.0)))))
(assert (not (xor (= (fp.min f2 f0) f2) (not (fp.geq f1 ((_ to_fp 8 24) RNE 9.5))))))
(check-sat)
