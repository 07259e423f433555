; a bit-vector constant whose value is not decimal
(set-logic ALL)
(declare-const a (_ BitVec 8))
(assert (= a (_ bv0x1 8)))
(check-sat)
