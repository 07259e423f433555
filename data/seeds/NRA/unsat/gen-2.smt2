; Made of false.real.inverse and false.num.difference.
(set-logic NRA)
(set-info :status unsat)
(declare-const p0 Bool)
(declare-const r0 Real)
(declare-const k_x Real)
(declare-const j_x Real)
(declare-const j_y Real)
(declare-const j_z Real)
(declare-const c1 Real)
(declare-const c2 Real)
(assert
  (ite false
    (and (distinct (- j_y j_z (* 3.0 j_y)) 0.0) (distinct c1 1.0))
    (and
      (<= (- j_x (let ((l0 (/ j_z 2.0))) l0)) (- 18.0))
      (<= (- (let ((l0 (/ j_z 2.0))) l0) j_z) (- 4.0))
      (<= (- j_z j_x) 21.0))))
(assert (= (/ 1.0 (- j_y j_z (* 3.0 j_y))) c2))
(assert (= c1 (* (- j_y j_z (* 3.0 j_y)) c2)))
(assert (= r0 (+ k_x k_x)))
(assert (xor p0 (> r0 k_x)))
(check-sat)
