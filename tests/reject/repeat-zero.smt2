; repeat with index 0
(set-logic ALL)
(declare-const a (_ BitVec 8))
(assert (= a ((_ repeat 0) a)))
(check-sat)
