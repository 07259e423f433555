(set-logic QF_BVFP)
(set-info :status sat)
(declare-const p1 Bool)
(declare-const v0 (_ BitVec 33))
(declare-const v1 (_ BitVec 33))
(declare-const v2 (_ BitVec 33))
(declare-const v3 (_ BitVec 33))
(declare-const f1 Float32)
(declare-const f2 Float32)
(declare-const f3 Float32)
(assert (bvsgt #b111111111111111111111111111111111 (bvnot (bvor v0 v1))))
(assert
  (bvule #b010001001100101010110000100001101
    (bvadd (bvshl v3 v2) #b000000000000000000000000000000111 (bvsub v2 v3))))
(assert
  (not
    (let ((l0 (ite (bvuge v0 v3) #b000000000000000000000000000000010 v3)))
      (and (bvsgt l0 v1) (bvult v2 #b000000000000000000000000000000011)))))
(assert (or p1 (= ((_ to_fp 8 24) RTP #b000000000000000000000000000000000) f3)))
(assert (not (fp.leq f2 (fp.abs f1))))
(check-sat)
