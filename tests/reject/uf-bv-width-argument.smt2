; f takes a bit-vector of width 8
(set-logic QF_UFBV)
(declare-fun f ((_ BitVec 8)) Bool)
(assert (f #b1))
(check-sat)
