(set-logic FP)
(set-info :status sat)
(declare-const p0 Bool)
(declare-const p1 Bool)
(declare-const p2 Bool)
(declare-const p3 Bool)
(declare-const f0 Float32)
(declare-const f1 Float32)
(declare-const f2 Float32)
(declare-const f3 Float32)
(assert
  (=
    (fp #b0 #x7f #b01011101000100011101011)
    (fp #b0 #b01111111 #b01011101000100011101011)))
(assert
  (and
    (not (fp.eq (fp.max f2 (fp.neg ((_ to_fp 8 24) RNA 7.0))) (fp.abs f3)))
    (=>
      (ite (= f2 ((_ to_fp 8 24) RTN 8.5))
        (fp.isPositive (fp #b1 #b00000000 #b10000011110001010100100))
        (= p3 p2 p0))
      (or (fp.leq (fp.neg ((_ to_fp 8 24) RNA 9.5)) f3) (ite p2 p2 p1)))
    (distinct ((_ to_fp 8 24) RTZ 1.25) (fp #b1 #b11111111 #b00000000000000000000000))))
(assert (not (fp.lt f2 f1)))
(assert (not (and (ite p2 p0 (fp.eq (fp.neg ((_ to_fp 8 24) RTP 0.0)) f3)) (not p3))))
(assert
  (and
    (not (forall ((b2 (_ FloatingPoint 8 24))) (fp.gt (fp.neg b2) ((_ to_fp 8 24) RTP 8.25))))
    (and
      (or
        (fp.lt f1 ((_ to_fp 8 24) RNA 4.25))
        (fp.isInfinite (_ +zero 8 24))
        (not (fp.isZero (fp.neg ((_ to_fp 8 24) RTN 1.0)))))
      p0)))
(assert (and (=> (= p3 p2) p0) (fp.leq f0 ((_ to_fp 8 24) RNE 5.1)) (= (_ +zero 8 24) f0)))
(assert (= (fp.abs f3) (_ +oo 8 24)))
(check-sat)
