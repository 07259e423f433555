; bvadd takes bit-vectors, not numerals
(set-logic ALL)
(declare-const a (_ BitVec 8))
(assert (= a (bvadd a 1)))
(check-sat)
