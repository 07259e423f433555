; Made of false.num.minimum-of-three and false.mul.zero-product.
(set-logic QF_NIRA)
(set-info :status unsat)
(declare-const p1 Bool)
(declare-const p3 Bool)
(declare-const n0 Int)
(declare-const n1 Int)
(declare-const n2 Int)
(declare-const r0 Real)
(declare-const k_y Real)
(declare-const k_z Real)
(declare-const j_x Real)
(declare-const j_y Real)
(define-fun h3 ((x0 Int) (x1 Real)) Bool (< 9 x0))
(assert (or p1 (h3 6 6.75)))
(assert
  (or
    (and
      (=
        (/ j_x (- 4.0))
        (ite (<= (/ (- 4.1 k_z) 7.0) k_y)
          (ite (<= (/ (- 4.1 k_z) 7.0) (+ (- r0 k_z) (* r0 1.0)))
            (/ (- 4.1 k_z) 7.0)
            (+ (- r0 k_z) (* r0 1.0)))
          (ite (<= k_y (+ (- r0 k_z) (* r0 1.0))) k_y (+ (- r0 k_z) (* r0 1.0)))))
      (or
        (> (/ j_x (- 4.0)) (/ (- 4.1 k_z) 7.0))
        (> (/ j_x (- 4.0)) k_y)
        (> (/ j_x (- 4.0)) (+ (- r0 k_z) (* r0 1.0)))))
    (and (= (* j_x j_y) 0.0) (distinct j_x 0.0) (distinct j_y 0.0))))
(assert (= (ite p3 9 n1) n0))
(assert (and p1 (= 1.5 r0)))
(assert (= (- n2 n2) (- 3)))
(check-sat)
