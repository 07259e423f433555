; A sine that stays in [-1, 1] for these two.
(set-logic QF_UFFP)
(set-info :status sat)
(declare-fun sine (Float32) Float32)
(declare-const x Float32)
(define-fun one () Float32 ((_ to_fp 8 24) RNE 1.0))
(assert (and (fp.leq (fp.abs (sine x)) one) (fp.leq (fp.abs (sine (fp.neg x))) one)))
(assert (not (fp.eq (sine (fp.neg x)) (fp.neg (sine x)))))
(check-sat)
