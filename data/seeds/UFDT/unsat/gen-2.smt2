; Made of false.quant.injective and false.dt.acyclic-tail.
(set-logic UFDT)
(set-info :status unsat)
(declare-datatypes ((Color 0)) (((red) (green) (blue))))
(declare-datatypes ((Chain 0)) (((nil) (cons (head Color) (tail Chain)))))
(declare-const p0 Bool)
(declare-const p2 Bool)
(declare-const p3 Bool)
(declare-const d3 Color)
(declare-const d4 Chain)
(declare-fun k_f (Color) Color)
(declare-const k_a Color)
(declare-datatypes ((j_L 0)) (((j_e) (j_c (j_h Color) (j_t j_L)))))
(declare-const j_l j_L)
(declare-const c0 Color)
(assert (= p0 p2))
(assert
  (not
    (or
      (not
        (or
          (and
            (forall ((x Color) (y Color)) (=> (= (k_f x) (k_f y)) (= x y)))
            (= c0 (k_f green))
            (distinct d3 green))
          (and ((_ is j_c) j_l) (= (j_t j_l) j_l))))
      (not (= c0 (k_f d3))))))
(assert (or p3 ((_ is j_e) j_l)))
(assert ((_ is blue) (head d4)))
(assert (= k_a d3))
(check-sat)
