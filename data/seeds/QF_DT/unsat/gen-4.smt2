; Made of false.dt.injective and false.bool.resolution.
(set-logic QF_DT)
(set-info :status unsat)
(declare-datatypes ((Color 0)) (((red) (green) (blue))))
(declare-datatypes ((Shape 0)) (((circle (radius Color)) (box (width Color) (height Color)))))
(declare-datatypes ((Pair 0)) (((pair (first Color) (second Color)))))
(declare-const p0 Bool)
(declare-const p1 Bool)
(declare-const d2 Shape)
(declare-const d3 Shape)
(declare-const d4 Pair)
(declare-const d5 Pair)
(declare-datatypes ((k_L 0)) (((k_e) (k_c (k_h Bool) (k_t k_L)))))
(declare-const k_l k_L)
(declare-const k_m k_L)
(declare-const j_r Bool)
(declare-const j_s Bool)
(declare-const c3 k_L)
(declare-const c4 k_L)
(assert
  (or
    (and
      (= (k_c p0 (k_c ((_ is circle) d2) (k_c j_s k_l))) c3)
      (or
        (distinct p0 (= (circle red) d3))
        (distinct (k_c ((_ is circle) d2) (k_c j_s k_l)) (k_c (= d4 d5) (k_c p1 k_l)))))
    (and
      (or ((_ is blue) (width d2)) (and ((_ is k_c) k_l) ((_ is circle) d2)))
      (or (not ((_ is blue) (width d2))) (not (k_h k_m)))
      (or (not (and ((_ is k_c) k_l) ((_ is circle) d2))) false)
      (not (or (not (k_h k_m)) false)))))
(assert (= p1 p0 j_r))
(assert
  (not (or (not (= c4 c3)) (not (= c4 (k_c (= (circle red) d3) (k_c (= d4 d5) (k_c p1 k_l))))))))
(check-sat)
