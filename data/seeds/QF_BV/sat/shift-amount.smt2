; A shift by more than the width gives zero.
(set-logic QF_BV)
(set-info :status sat)
(declare-const x (_ BitVec 8))
(declare-const s (_ BitVec 8))
(assert (and (distinct x #x00) (= (bvshl x s) #x00) (= (bvlshr x s) #x00) (bvult s #x09)))
(check-sat)
