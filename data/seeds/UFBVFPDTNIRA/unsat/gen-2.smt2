; Made of false.bv.average.
(set-logic UFBVFPDTNIRA)
(set-info :status unsat)
(declare-const p0 Bool)
(declare-const n3 Int)
(declare-const v0 (_ BitVec 3))
(declare-const v3 (_ BitVec 3))
(declare-const v5 (_ BitVec 24))
(declare-const v6 (_ BitVec 24))
(declare-const v7 (_ BitVec 24))
(declare-const m0 RoundingMode)
(declare-fun g0 (Float32 (_ BitVec 3)) Bool)
(declare-const k_x (_ BitVec 3))
(declare-const c0 (_ FloatingPoint 8 24))
(declare-const c1 (_ FloatingPoint 8 24))
(assert
  (and
    (bvugt
      (bvadd
        (bvand
          (bvxor (bvudiv v3 #b001) ((_ extract 8 6) v7))
          (bvsub (bvand v0 #b100) ((_ fp.to_ubv 3) m0 c1)))
        (bvlshr
          (bvxor
            (bvxor (bvudiv v3 #b001) ((_ extract 8 6) v7))
            (bvsub (bvand v0 #b100) ((_ fp.to_ubv 3) m0 c1)))
          (_ bv1 3)))
      (bvsub (bvand v0 #b100) ((_ fp.to_ubv 3) m0 c1)))
    (= c1 c0)))
(assert
  (bvule (bvxor (bvudiv v3 #b001) ((_ extract 8 6) v7))
    (bvsub (bvand v0 #b100) ((_ fp.to_ubv 3) m0 c0))))
(assert (= c1 ((_ to_fp 8 24) RTN 99.0)))
(assert (or p0 (< 0 n3) (bvule v6 v5)))
(assert (g0 ((_ to_fp 8 24) RNA k_x) ((_ extract 4 2) v5)))
(check-sat)
