; Made of false.fp.max-nan.
(set-logic AUFBVFP)
(set-info :status unsat)
(declare-const p0 Bool)
(declare-const f1 Float64)
(declare-const k_x (_ FloatingPoint 11 53))
(declare-const k_y (_ FloatingPoint 11 53))
(declare-const c0 (_ FloatingPoint 11 53))
(assert (exists ((b1 (_ FloatingPoint 11 53))) (fp.leq ((_ to_fp 11 53) RNE 7.1) b1)))
(assert (not (fp.gt k_x ((_ to_fp 11 53) RTZ 2.25))))
(assert (fp.isNaN (fp.min f1 ((_ to_fp 11 53) RNE 1.0))))
(assert (not (= ((_ to_fp 11 53) RNE 1.0) (fp.neg ((_ to_fp 11 53) RNE 7.0)))))
(assert (distinct (fp.max (fp.min f1 ((_ to_fp 11 53) RNE 1.0)) (ite p0 c0 k_x)) (ite p0 c0 k_x)))
(assert
  (fp.gt
    (fp.min k_y (fp #b1 #b01111111111 #b0010100101111000011111110000110011111110110001111101))
    (fp.neg (fp #b1 #b00000000110 #b0000000000000000000000000000000000000000000000000010))))
(assert (= ((_ to_fp 11 53) RTP 3.0) c0))
(check-sat)
