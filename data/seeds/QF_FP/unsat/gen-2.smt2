; Made of false.fp.min-below.
(set-logic QF_FP)
(set-info :status unsat)
(declare-const p0 Bool)
(declare-const f0 Float64)
(declare-const k_x (_ FloatingPoint 11 53))
(define-fun h2 ((x0 (_ FloatingPoint 11 53)) (x1 (_ FloatingPoint 11 53))) Bool
  (fp.eq x1 ((_ to_fp 11 53) RNE 3.25)))
(declare-const c3 (_ FloatingPoint 11 53))
(assert (= c3 (fp.min k_x f0)))
(assert
  (fp.geq
    (fp.add RTP ((_ to_fp 11 53) RTZ 7.0) k_x)
    (fp.sub RTN f0 (fp.neg ((_ to_fp 11 53) RTN 1.0)))))
(assert (not (or (fp.isNaN k_x) (fp.isNaN f0))))
(assert (fp.gt c3 k_x))
(assert (and (h2 k_x k_x) p0))
(check-sat)
