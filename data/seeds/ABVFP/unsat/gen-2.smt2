; Made of false.bv.absolute.
(set-logic ABVFP)
(set-info :status unsat)
(declare-const p1 Bool)
(declare-const v1 (_ BitVec 32))
(declare-const f1 Float64)
(declare-const f2 Float64)
(declare-const k_x (_ BitVec 32))
(declare-const k_m (_ BitVec 32))
(assert
  (=
    (bvsub (bvor v1 #x00000002) (bvadd k_m #x80000000))
    (bvashr (bvsub (bvsub k_m k_m) k_x) (_ bv31 32))))
(assert
  (or
    (fp.leq f2 (fp #b1 #b00000000000 #b0000000000000000000000000000000000000000000000000000))
    (fp.lt f2 ((_ to_fp 11 53) RTN 2.75))
    p1))
(assert (fp.lt f1 f2))
(assert
  (distinct
    (bvsub
      (bvxor (bvsub (bvsub k_m k_m) k_x) (bvsub (bvor v1 #x00000002) (bvadd k_m #x80000000)))
      (bvsub (bvor v1 #x00000002) (bvadd k_m #x80000000)))
    (ite (bvslt (bvsub (bvsub k_m k_m) k_x) (_ bv0 32))
      (bvneg (bvsub (bvsub k_m k_m) k_x))
      (bvsub (bvsub k_m k_m) k_x))))
(assert (bvuge k_x v1))
(check-sat)
