; bvadd over widths 8 and 16
(set-logic QF_BV)
(declare-const a (_ BitVec 8))
(declare-const b (_ BitVec 16))
(assert (= b (bvadd a b)))
(check-sat)
