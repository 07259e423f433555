; < does not compare bit-vectors
(set-logic ALL)
(declare-const v (_ BitVec 4))
(assert (< v #x3))
(check-sat)
