; bvshl by an amount of another width
(set-logic ALL)
(declare-const a (_ BitVec 8))
(assert (= a (bvshl a #b1)))
(check-sat)
