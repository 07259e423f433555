; Made of false.real.mixture and false.num.minimum-of-three.
(set-logic QF_LRA)
(set-info :status unsat)
(declare-const p0 Bool)
(declare-const r0 Real)
(declare-const r1 Real)
(declare-const k_x Real)
(declare-const k_y Real)
(declare-const k_z Real)
(declare-const j_x Real)
(declare-const j_y Real)
(declare-const j_z Real)
(declare-const j_m Real)
(assert
  (or
    (and
      (= (* 10.0 k_z) (+ (* 4 (+ 1.1 (- k_y r1 k_y) (+ k_x r1 j_x))) (* 6 k_y)))
      (and (< (+ 1.1 (- k_y r1 k_y) (+ k_x r1 j_x)) k_z) (< k_y k_z)))
    (and
      (= k_x
        (ite (<= j_x (* 3.0 (+ j_z r0)))
          (ite (<= j_x k_z) j_x k_z)
          (ite (<= (* 3.0 (+ j_z r0)) k_z) (* 3.0 (+ j_z r0)) k_z)))
      (or (> k_x j_x) (> k_x (* 3.0 (+ j_z r0))) (> k_x k_z)))))
(assert (= (+ 7.5 r1 j_m) j_m))
(assert (and false (= k_y j_z) (distinct j_z j_y)))
(assert (>= r1 (ite p0 (- 7.0) 5.0)))
(assert (<= k_y k_z))
(assert (< k_y (- (- 2.0) j_z)))
(assert (< (- j_m) r0))
(check-sat)
