; bvlshr by an Int amount
(set-logic ALL)
(declare-const a (_ BitVec 8))
(assert (= a (bvlshr a 1)))
(check-sat)
