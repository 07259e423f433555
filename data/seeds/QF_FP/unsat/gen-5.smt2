; Made of false.bool.three-values and false.fp.order.
(set-logic QF_FP)
(set-info :status unsat)
(declare-const f0 Float64)
(declare-const f1 Float64)
(declare-const k_p Bool)
(declare-const j_x (_ FloatingPoint 11 53))
(declare-const j_y (_ FloatingPoint 11 53))
(assert
  (ite (fp.gt j_x f1)
    (and
      (distinct k_p (or k_p (fp.isNaN j_x)))
      (distinct (or k_p (fp.isNaN j_x)) (= (fp.neg ((_ to_fp 11 53) RTP 9.0)) (fp.sqrt RNA j_y)))
      (distinct (= (fp.neg ((_ to_fp 11 53) RTP 9.0)) (fp.sqrt RNA j_y)) k_p))
    (and
      (fp.lt
        (fp.add RTZ j_x ((_ to_fp 11 53) RTP 0.5))
        (fp.sub RNA j_y ((_ to_fp 11 53) RNA 3.1)))
      (fp.lt
        (fp.sub RNA j_y ((_ to_fp 11 53) RNA 3.1))
        (fp.add RTZ j_x ((_ to_fp 11 53) RTP 0.5))))))
(assert (fp.eq (fp.neg ((_ to_fp 11 53) RNE 8.5)) ((_ to_fp 11 53) RNA 5.0)))
(assert (= (fp.roundToIntegral RNA f0) (fp.max j_y (_ NaN 11 53))))
(check-sat)
