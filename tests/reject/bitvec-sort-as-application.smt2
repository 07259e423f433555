; BitVec is an indexed sort, not a sort constructor
(set-logic ALL)
(declare-const a (BitVec 8))
(check-sat)
