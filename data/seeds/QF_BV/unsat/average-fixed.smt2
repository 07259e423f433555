; a + (b - a) / 2 does not.
(set-logic QF_BV)
(set-info :status unsat)
(declare-const a (_ BitVec 16))
(declare-const b (_ BitVec 16))
(assert (bvule a b))
(define-fun mid () (_ BitVec 16) (bvadd a (bvlshr (bvsub b a) #x0001)))
(assert (not (and (bvule a mid) (bvule mid b))))
(check-sat)
