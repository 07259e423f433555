(set-logic QF_FP)
(set-info :status sat)
(declare-const p0 Bool)
(declare-const p2 Bool)
(declare-const f0 Float32)
(declare-const f2 Float32)
(declare-const f3 Float32)
(assert
  (and
    (and
      (not p0)
      (fp.gt ((_ to_fp 8 24) RTN 9.25) f0)
      (= ((_ to_fp 8 24) RTP 1.0) (fp #b0 #x7f #b00000000000000000000000)))
    (not (fp.gt f2 ((_ to_fp 8 24) RTZ 3.0) f0))))
(assert (= (fp #b1 #x87 #b10100001110000000000000) (fp.neg ((_ to_fp 8 24) RTN 417.75))))
(assert
  (not
    (and p2
      (not
        (distinct
          (fp #b0 #b00000000 #b00000000000000000000000)
          ((_ to_fp 8 24) RTP 2.0))))))
(assert (not (fp.geq f2 f3 (fp #b1 #b11111111 #b11111111111111111111111))))
(assert (= (fp #b0 #x82 #b00100000000000000000000) ((_ to_fp 8 24) RTZ 9.0)))
(assert (not (or p0 (= ((_ to_fp 8 24) RTP 2.1) f2))))
(assert (fp.leq f0 f2))
(check-sat)
