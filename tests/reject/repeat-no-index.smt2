; repeat without an index
(set-logic ALL)
(declare-const a (_ BitVec 8))
(assert (= a (repeat a)))
(check-sat)
