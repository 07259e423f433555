(set-logic BVFP)
(set-info :status sat)
(declare-const p1 Bool)
(declare-const p2 Bool)
(declare-const v0 (_ BitVec 3))
(declare-const v1 (_ BitVec 3))
(declare-const v2 (_ BitVec 3))
(declare-const v3 (_ BitVec 6))
(declare-const v4 (_ BitVec 6))
(declare-const f2 Float32)
(assert (= (bvshl (bvadd v4 #b001011) v3) #b001111))
(assert
  (fp.leq f2
    (fp.roundToIntegral (ite p2 RTP RNE)
      (fp.mul RTP (fp #b0 #b00000100 #b01000111000000100111110) f2))))
(assert (or (= #b001100 v3 (bvlshr v4 v4)) p2))
(assert (= #b011 v2))
(assert
  (or
    (bvsle (bvadd v0 v1) v1)
    (exists ((b2 (_ BitVec 3))) (bvslt v2 b2))
    (or p1 (distinct v1 #b101))))
(check-sat)
