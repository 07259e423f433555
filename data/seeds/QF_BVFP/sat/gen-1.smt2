(set-logic QF_BVFP)
(set-info :status sat)
(declare-const p0 Bool)
(declare-const p1 Bool)
(declare-const v0 (_ BitVec 1))
(declare-const v1 (_ BitVec 1))
(declare-const f1 Float32)
(assert
  (or
    (not
      (fp.isInfinite
        (fp #b1
          #xa7
          ((_ fp.to_ubv 23) RNA (fp #b1 #b00000000 #b00000000000000000000100)))))
    p1))
(assert (bvuge (bvsub v0 v0) ((_ extract 0 0) v1)))
(assert
  (=
    (fp.sub RNE
      ((_ to_fp 8 24) RTN v1)
      (fp.min ((_ to_fp 8 24) RNA 4.75) (fp #b0 #b01111111 #b10000000000000000000000)))
    (fp #b1 #x7f #b10000000000000000000000)))
(assert
  (or
    (fp.isPositive (ite p1 f1 (fp v1 #x01 #b00000000000000000001001)))
    (= (bvult v1 v0) (and p1 p0))))
(assert (= f1 (fp #b1 #x04 #b11010010110110110100111)))
(assert (not (distinct (bvand (bvneg (bvsub v1 v0)) v0) #b1)))
(assert
  (let ((l0 (fp.neg ((_ to_fp 8 24) RNA v1))))
    (=>
      (fp.eq
        (fp #b0 #b01001000 #b00001001111100100110100)
        (fp.max (fp #b1 #b01111111 #b10000000000000000000000) l0))
      (and p0 (fp.eq ((_ to_fp 8 24) RTZ 1.0) (fp.neg ((_ to_fp 8 24) RTP 7911.0)))))))
(check-sat)
