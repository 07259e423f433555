; BitVec takes one index, not two
(set-logic ALL)
(declare-const a (_ BitVec 4 4))
(check-sat)
