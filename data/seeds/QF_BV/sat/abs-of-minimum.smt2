; abs(INT_MIN) is negative.
(set-logic QF_BV)
(set-info :status sat)
(declare-const x (_ BitVec 32))
(define-fun abs32 ((v (_ BitVec 32))) (_ BitVec 32) (ite (bvslt v #x00000000) (bvneg v) v))
(assert (bvslt (abs32 x) #x00000000))
(check-sat)
