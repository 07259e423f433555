(set-logic QF_UFFP)
(set-info :status sat)
(declare-sort U 0)
(declare-const p0 Bool)
(declare-const p1 Bool)
(declare-const f0 Float32)
(declare-const f1 Float32)
(declare-const u0 U)
(declare-fun g1 (Bool Bool) U)
(assert
  (=>
    (let ((l0 (g1 p1 p0))) (= l0 u0))
    (fp.geq (fp.add RTN f1 f0) (fp.div RTZ ((_ to_fp 8 24) RTN 871.0) f0))))
(assert (= f0 (_ -zero 8 24)))
(assert (not (= (fp.abs (fp #b1 #x04 #b00000000000000000001011)) (_ +oo 8 24))))
(assert
  (and
    (fp.isPositive ((_ to_fp 8 24) RNE 8.0))
    (fp.isPositive (ite p0 f0 ((_ to_fp 8 24) RNA 508.5)))))
(assert (and (not (distinct (g1 p1 p0) (g1 p0 p0))) (not (fp.geq f1 (fp.neg f1)))))
(assert (fp.eq f0 (fp.sqrt RTP f0)))
(assert (or p0 (not (fp.eq ((_ to_fp 8 24) RTP 3.0) f0))))
(check-sat)
