; Made of false.bv.shift-right and false.bv.divide.
(set-logic QF_ABV)
(set-info :status unsat)
(declare-const k_x (_ BitVec 8))
(declare-const k_s (_ BitVec 8))
(declare-const j_x (_ BitVec 8))
(declare-const j_y (_ BitVec 8))
(declare-const c0 (_ BitVec 8))
(assert
  (not
    (=>
      (or
        (bvugt (bvlshr k_x k_s) k_x)
        (and (distinct j_y (_ bv0 8)) (distinct j_y (bvadd (bvmul j_y (bvudiv j_y j_y)) c0))))
      (not (= c0 (bvurem j_y j_y))))))
(assert (bvslt j_x (bvand k_x j_y)))
(check-sat)
