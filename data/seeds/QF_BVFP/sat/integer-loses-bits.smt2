; A 32-bit integer that a float does not hold.
(set-logic QF_BVFP)
(set-info :status sat)
(declare-const v (_ BitVec 32))
(define-fun up () Float32 ((_ to_fp 8 24) RTP v))
(define-fun down () Float32 ((_ to_fp 8 24) RTN v))
(assert (and (bvsgt v #x00000000) (distinct up down)))
(check-sat)
