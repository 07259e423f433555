; *p = 1; *q = 2; *p may be 2.
(set-logic QF_ABV)
(set-info :status sat)
(declare-const mem (Array (_ BitVec 32) (_ BitVec 8)))
(declare-const p (_ BitVec 32))
(declare-const q (_ BitVec 32))
(assert (= (select (store (store mem p #x01) q #x02) p) #x02))
(check-sat)
