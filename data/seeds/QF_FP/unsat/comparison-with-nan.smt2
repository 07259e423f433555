; A filter that keeps x < 0 and x >= 0 keeps all but NaN.
(set-logic QF_FP)
(set-info :status unsat)
(declare-const x Float64)
(assert (not (fp.lt x (_ +zero 11 53))))
(assert (not (fp.geq x (_ -zero 11 53))))
(assert (not (fp.isNaN x)))
(check-sat)
