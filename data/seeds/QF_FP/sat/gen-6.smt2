(set-logic QF_FP)
(set-info :status sat)
(declare-const p0 Bool)
(declare-const p1 Bool)
(declare-const f0 Float64)
(declare-const f1 Float64)
(assert
  (not
    (let ((l0 (fp #b0 #b01100000110 #b1110110110000001101011110101111101011001001110111101)))
      (not (fp.isPositive l0)))))
(assert
  (and
    (=>
      (fp.lt f1 f0)
      (= (fp #b0 #b01111111111 #b0111111111111111111111111111111111111111111111111111) f0))
    (= (fp #b0 #b01111111111 #x0000000000000) ((_ to_fp 11 53) RTZ 1.0))))
(assert
  (=> p1 (and (= p1 p0) (= (fp.neg ((_ to_fp 11 53) RTN 9.0)) ((_ to_fp 11 53) RTP 4.25) f1))))
(check-sat)
