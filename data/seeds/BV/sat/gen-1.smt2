(set-logic BV)
(set-info :status sat)
(declare-const p0 Bool)
(declare-const v0 (_ BitVec 33))
(declare-const v1 (_ BitVec 33))
(declare-const v2 (_ BitVec 8))
(declare-const v3 (_ BitVec 8))
(assert (not (forall ((b0 (_ BitVec 8))) (not (or (bvsle #x00 b0) p0)))))
(assert (bvult v2 (concat (bvsmod (ite p0 #b011 #b101) #b101) #b10000)))
(assert (and (bvslt #b000000000000000000000000000000000 (bvor v0 v1)) (bvule v3 (bvadd v2 v3))))
(assert (not (bvsgt (bvnot ((_ rotate_right 2) v3)) (bvsub v3 v2))))
(assert
  (and
    (xor (bvugt v0 #b111111111111111111111111111111111) (bvult #x00 #x06))
    (not (bvsle (bvadd v0 v1) v1))))
(assert
  (=
    (bvadd
      (bvand v1 v1 #b000000000000000000000000000000000)
      (bvneg (bvsub v1 v0))
      #b100000000000000000000000000000000)
    #b100000000000000000000000000001110))
(assert (and (bvsle v3 v2) (not (bvsgt #x80 v3))))
(check-sat)
