; x + 1 = x for a large x.
(set-logic QF_FP)
(set-info :status sat)
(declare-const x Float32)
(assert (not (fp.isInfinite x)))
(assert (fp.eq (fp.add RNE x ((_ to_fp 8 24) RNE 1.0)) x))
(check-sat)
