; store into a bit-vector
(set-logic ALL)
(declare-const v (_ BitVec 8))
(assert (= v (store v 1 true)))
(check-sat)
