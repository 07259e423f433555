; a bit-vector sort of width 0
(set-logic ALL)
(declare-const a (_ BitVec 0))
(check-sat)
