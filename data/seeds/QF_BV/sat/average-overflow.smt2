; (a + b) / 2 overflows.
(set-logic QF_BV)
(set-info :status sat)
(declare-const a (_ BitVec 32))
(declare-const b (_ BitVec 32))
(assert (bvule a b))
(assert (bvult (bvlshr (bvadd a b) #x00000001) a))
(check-sat)
