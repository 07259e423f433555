(set-logic UFFPDTNIRA)
(set-info :status sat)
(declare-sort V 0)
(declare-const p0 Bool)
(declare-const r0 Real)
(declare-const r2 Real)
(declare-const f0 Float32)
(declare-const f1 Float32)
(declare-const f2 Float32)
(declare-const w1 V)
(declare-const w2 V)
(declare-fun g1 (V V) Bool)
(assert (= (+ r2 (- r0 r0)) 33.0))
(assert (or p0 (fp.geq ((_ to_fp 8 24) RTN 931.0) f0)))
(assert (=> (> (- r2) r2) p0))
(assert (or (fp.isPositive f1) (is_int r0)))
(assert (g1 w2 (ite (fp.isNormal f2) (ite p0 w1 w2) w1)))
(assert
  (not
    (fp.eq
      (fp.add RNE
        f0
        (fp.min (fp.neg ((_ to_fp 8 24) RTZ 52.0))
          (fp #b0 #b10000000 #b11111111111111111111111)))
      (fp.neg ((_ to_fp 8 24) RTN 6.0)))))
(assert
  (or
    (and true (fp.isNegative (fp.neg ((_ to_fp 8 24) RNA 723.5))))
    (fp.gt (fp.sub RNA f1 f2) f0)))
(check-sat)
