; Made of false.num.double and false.mul.signs.
(set-logic NRA)
(set-info :status unsat)
(declare-const p0 Bool)
(declare-const p1 Bool)
(declare-const r1 Real)
(declare-const k_x Real)
(declare-const k_y Real)
(declare-const j_x Real)
(declare-const j_y Real)
(declare-const c0 Real)
(assert
  (ite p1
    (and
      (= (+ k_x k_x) (+ (* (/ 89.0 5.0) c0) (* (/ 89.0 5.0) c0)))
      (not (= k_x (* (/ 89.0 5.0) c0))))
    (and (> (- (+ j_x k_y)) 0.0) (< j_y 0.0) (>= (* (- (+ j_x k_y)) j_y) 0.0))))
(assert (= (= j_y k_x) p0 (<= k_x j_y)))
(assert (= c0 (* (- 4.0) r1)))
(assert (distinct (- 6.75 k_y) j_x))
(check-sat)
