; 1/x and 1/-x differ though x = -x.
(set-logic QF_FP)
(set-info :status sat)
(declare-const x Float32)
(define-fun one () Float32 ((_ to_fp 8 24) RNE 1.0))
(assert (fp.eq x (fp.neg x)))
(assert (not (fp.eq (fp.div RNE one x) (fp.div RNE one (fp.neg x)))))
(check-sat)
