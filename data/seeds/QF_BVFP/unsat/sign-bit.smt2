; Clearing the sign bit is taking the absolute value, but for NaN.
(set-logic QF_BVFP)
(set-info :status unsat)
(declare-const v (_ BitVec 32))
(define-fun x () Float32 ((_ to_fp 8 24) v))
(define-fun y () Float32 ((_ to_fp 8 24) (bvand v #x7fffffff)))
(assert (not (fp.isNaN x)))
(assert (distinct y (fp.abs x)))
(check-sat)
