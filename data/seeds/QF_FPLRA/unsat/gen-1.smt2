; Made of false.fp.max-nan and false.fp.sqrt-sign.
(set-logic QF_FPLRA)
(set-info :status unsat)
(declare-const f0 Float32)
(declare-const f1 Float32)
(declare-const f2 Float32)
(declare-const k_x (_ FloatingPoint 8 24))
(declare-const k_y (_ FloatingPoint 8 24))
(declare-const j_x (_ FloatingPoint 8 24))
(assert (fp.geq (fp.neg f2) (fp.sub RNA f2 k_y) (fp #b0 #b11110011 #b10001101001100101010000)))
(assert (= f1 k_x))
(assert (fp.lt f2 (fp.mul RTP k_y j_x)))
(assert
  (or
    (fp.lt (fp #b1 #b01101000 #b00000000011000110010000) f2)
    (=
      (fp #b0 #b00000100 #b00001110001010111100101)
      (fp #b0 #b00001011 #b00000000000000000000000))))
(assert
  (ite (= ((_ to_fp 8 24) RTZ 5.75) (_ -oo 8 24))
    (and (fp.isNaN f2) (distinct (fp.max f2 f0) f0))
    (and
      (fp.lt (fp #b0 #xf3 #b00000000000000000000001) (_ -zero 8 24))
      (not (fp.isNaN (fp.sqrt RNE (fp #b0 #xf3 #b00000000000000000000001)))))))
(check-sat)
