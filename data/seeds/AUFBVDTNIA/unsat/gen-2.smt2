; Made of false.quant.bv-no-root and false.bv.remainder-by-zero.
(set-logic AUFBVDTNIA)
(set-info :status unsat)
(declare-const n0 Int)
(declare-const n1 Int)
(declare-const n2 Int)
(declare-const v0 (_ BitVec 16))
(declare-const v1 (_ BitVec 16))
(declare-const v2 (_ BitVec 16))
(declare-const a0 (Array (_ BitVec 16) (_ BitVec 16)))
(declare-const j_x (_ BitVec 16))
(declare-const j_y (_ BitVec 16))
(assert (>= (div n2 (- 3)) n0))
(assert (distinct v2 v0))
(assert (or (<= 1 n1) (bvsge v1 j_y) (bvslt j_x j_y)))
(assert (bvuge (bvurem j_x #x2423) (bvxor #xffff v1)))
(assert
  (or
    (exists ((x (_ BitVec 3))) (= (bvmul x (_ bv2 3)) (_ bv1 3)))
    (and
      (= (bvmul j_x (bvxor v0 j_y)) (_ bv0 16))
      (distinct
        (bvurem (select (store a0 v2 v0) (select a0 v0)) (bvmul j_x (bvxor v0 j_y)))
        (select (store a0 v2 v0) (select a0 v0))))))
(check-sat)
