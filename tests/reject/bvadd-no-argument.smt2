; bvadd is applied to nothing
(set-logic ALL)
(declare-const a (_ BitVec 8))
(assert (= a (bvadd)))
(check-sat)
