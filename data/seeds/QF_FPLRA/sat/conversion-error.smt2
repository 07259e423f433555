; The float nearest to a third is not a third.
(set-logic QF_FPLRA)
(set-info :status sat)
(declare-const x Float32)
(declare-const r Real)
(assert (= r (fp.to_real x)))
(assert (= x ((_ to_fp 8 24) RNE (/ 1.0 3.0))))
(assert (distinct (* 3.0 r) 1.0))
(check-sat)
