; bvand gives a bit-vector, not a Bool
(set-logic ALL)
(declare-const v (_ BitVec 1))
(assert (and (bvand v v) true))
(check-sat)
