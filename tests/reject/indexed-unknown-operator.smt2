; there is no indexed operator of this name
(set-logic ALL)
(declare-const a (_ BitVec 8))
(assert (= a ((_ shuffle 3) a)))
(check-sat)
