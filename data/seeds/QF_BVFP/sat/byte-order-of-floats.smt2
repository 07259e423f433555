; Positive floats are ordered as their bits are.
(set-logic QF_BVFP)
(set-info :status sat)
(declare-const v (_ BitVec 32))
(declare-const w (_ BitVec 32))
(assert (and (bvult v w) (bvult w #x7f800000)))
(assert (fp.lt ((_ to_fp 8 24) v) ((_ to_fp 8 24) w)))
(check-sat)
