; the index of sign_extend is a symbol
(set-logic ALL)
(declare-const a (_ BitVec 8))
(declare-const n Int)
(assert (= a ((_ sign_extend n) a)))
(check-sat)
