; the width of a bit-vector sort is a symbol
(set-logic ALL)
(declare-const a (_ BitVec n))
(check-sat)
