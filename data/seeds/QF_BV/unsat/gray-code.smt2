; Neighbours differ in one bit.
(set-logic QF_BV)
(set-info :status unsat)
(declare-const n (_ BitVec 8))
(define-fun gray ((v (_ BitVec 8))) (_ BitVec 8) (bvxor v (bvlshr v #x01)))
(define-fun diff () (_ BitVec 8) (bvxor (gray n) (gray (bvadd n #x01))))
(assert (distinct (bvand diff (bvsub diff #x01)) #x00))
(check-sat)
