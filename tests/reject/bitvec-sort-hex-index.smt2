; the width of a bit-vector sort is a decimal numeral
(set-logic ALL)
(declare-const x (_ BitVec #x8))
(check-sat)
