(set-logic QF_AUFBV)
(set-info :status sat)
(declare-const p0 Bool)
(declare-const p1 Bool)
(declare-const v0 (_ BitVec 7))
(declare-const v2 (_ BitVec 33))
(declare-const v3 (_ BitVec 33))
(declare-const a0 (Array (_ BitVec 33) (_ BitVec 7)))
(declare-fun g1 ((Array (_ BitVec 33) (_ BitVec 7)) Bool) (_ BitVec 7))
(assert
  (=
    (bvand v3 (bvor #b000000000000000000000000000000000 v2))
    #b000000000000000000000000000000000))
(assert
  (distinct
    (g1 (store a0 v3 #b0111110) p0)
    (ite p1 v0 #b0001001)
    (bvadd v0 #b1000000 #b0001010)))
(check-sat)
