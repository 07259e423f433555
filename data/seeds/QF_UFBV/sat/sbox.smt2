(set-logic QF_UFBV)
(set-info :status sat)
(declare-fun sbox ((_ BitVec 4)) (_ BitVec 4))
(declare-const k (_ BitVec 4))
(assert
  (and
    (= (sbox (bvxor #x3 k)) #x9)
    (= (sbox (bvxor #xc k)) #x6)
    (distinct (sbox #x0) (sbox #xf))))
(assert (= (bvand k #x1) #x1))
(check-sat)
