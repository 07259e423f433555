; QF_BV has no Int to convert to
(set-logic QF_BV)
(declare-const x (_ BitVec 4))
(assert (= ((_ int2bv 4) (bv2nat x)) x))
(check-sat)
