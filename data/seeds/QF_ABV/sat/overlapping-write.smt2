(set-logic QF_ABV)
(set-info :status sat)
(declare-const mem (Array (_ BitVec 8) (_ BitVec 8)))
(declare-const p (_ BitVec 8))
(define-fun m1 () (Array (_ BitVec 8) (_ BitVec 8)) (store (store mem p #xaa) (bvadd p #x01) #xbb))
(define-fun m2 () (Array (_ BitVec 8) (_ BitVec 8))
  (store (store m1 (bvadd p #x01) (select m1 p)) (bvadd p #x02) (select m1 (bvadd p #x01))))
(assert
  (and
    (= (select m2 (bvadd p #x02)) #xbb)
    (= (select m2 (bvadd p #x01)) #xaa)
    (bvugt p #xfd)))
(check-sat)
