(set-logic AUFBVFP)
(set-info :status sat)
(declare-sort Index 0)
(declare-const p0 Bool)
(declare-const p1 Bool)
(declare-const f0 Float32)
(declare-const f1 Float32)
(declare-const i1 Index)
(declare-const a0 (Array Index Float32))
(declare-const a1 (Array Index Float32))
(assert (fp.isPositive (ite p1 ((_ to_fp 8 24) RNE 8.5) (select a1 i1))))
(assert
  (or
    (= p1 (fp.geq ((_ to_fp 8 24) RNE 0.0) (fp.neg ((_ to_fp 8 24) RNE 3.75))))
    (fp.eq ((_ to_fp 8 24) RTZ 1.1) f0)))
(assert (not (= p0 (fp.geq f1 f0))))
(assert (not (fp.isInfinite (fp.add (ite p0 RNE RNA) ((_ to_fp 8 24) RNE 4.75) (select a0 i1)))))
(assert
  (and
    (ite (fp.eq ((_ to_fp 8 24) RTP 6.0) (fp.neg ((_ to_fp 8 24) RNA 7.1)))
      p0
      (not (fp.geq (fp.neg ((_ to_fp 8 24) RTP 8.5)) f0)))
    p0))
(check-sat)
