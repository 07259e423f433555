; bvsub takes bit-vectors, not Bools
(set-logic ALL)
(declare-const v (_ BitVec 4))
(assert (= v (bvsub v (= v v))))
(check-sat)
