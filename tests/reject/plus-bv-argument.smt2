; + does not take bit-vectors
(set-logic ALL)
(declare-const v (_ BitVec 8))
(assert (= v (+ v v)))
(check-sat)
