; Made of false.eq.transitive and false.real.dense.
(set-logic QF_BVFPLRA)
(set-info :status unsat)
(declare-const p1 Bool)
(declare-const r0 Real)
(declare-const r1 Real)
(declare-const k_x Bool)
(declare-const k_y Bool)
(declare-const j_x Real)
(declare-const j_y Real)
(assert (not (<= r0 j_x)))
(assert
  (or
    (and
      (= k_x k_x)
      (= k_x (xor (<= 5.1 j_x) (ite k_x k_x k_y)))
      (not (= k_x (xor (<= 5.1 j_x) (ite k_x k_x k_y)))))
    (and
      (< (+ (- r0 6.0) (* 2.0 j_y)) (+ r0 (* 5.5 j_y) (+ r0 r1 j_x)))
      (or
        (<=
          (/ (+ (+ (- r0 6.0) (* 2.0 j_y)) (+ r0 (* 5.5 j_y) (+ r0 r1 j_x))) 2.0)
          (+ (- r0 6.0) (* 2.0 j_y)))
        (>=
          (/ (+ (+ (- r0 6.0) (* 2.0 j_y)) (+ r0 (* 5.5 j_y) (+ r0 r1 j_x))) 2.0)
          (+ r0 (* 5.5 j_y) (+ r0 r1 j_x)))))))
(assert (< (* 2.0 r1) (ite p1 9.25 j_y)))
(assert (> j_x (- (- 7.0) j_x)))
(assert (not (= j_x r0)))
(check-sat)
