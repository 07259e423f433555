(set-logic FP)
(set-info :status sat)
(declare-const p0 Bool)
(declare-const p1 Bool)
(declare-const p2 Bool)
(declare-const f0 Float64)
(declare-const f1 Float64)
(declare-const f2 Float64)
(assert
  (not
    (fp.eq f0 (fp #b1 #b11011100011 #b1100100010111101010111010100001100010110110111010010))))
(assert (= ((_ to_fp 11 53) (ite p0 RNA RNE) 974.1) (fp #b0 #b10000001000 #xe70cccccccccd)))
(assert (= f1 (fp #b1 #b00011000111 #x12363ebb68f96)))
(assert (distinct (fp.add (ite p2 RNA RTP) f2 (fp.neg f2)) f0))
(assert
  (or
    (fp.leq
      (fp #b0 #b00101111110 #b1111000100011001000111110001000100000101010010000101)
      ((_ to_fp 11 53) RTN 468.5))
    p1))
(check-sat)
