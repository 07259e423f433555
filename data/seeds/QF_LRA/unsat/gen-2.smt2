; Made of false.num.bounds and false.num.three-equations.
(set-logic QF_LRA)
(set-info :status unsat)
(declare-const r1 Real)
(declare-const r2 Real)
(declare-const r3 Real)
(declare-const k_x Real)
(declare-const k_y Real)
(declare-const j_x Real)
(declare-const j_y Real)
(declare-const j_z Real)
(assert
  (or
    (and
      (<= (+ j_z 5.0) 45.0)
      (> (+ j_z 5.0) (+ (ite (= 470.0 r3) j_z 193.1) 45.0))
      (>= (ite (= 470.0 r3) j_z 193.1) 0.0))
    (and (= (+ j_x j_y) 4.0) (= (- j_y j_z) 1.0) (= (+ j_x j_z) 4.0))))
(assert (<= j_z (- k_y k_x) (+ j_y k_y)))
(assert (= r2 (- k_x j_z)))
(assert (distinct k_y j_y))
(assert (= (+ k_x j_x r1) (- j_z k_y)))
(check-sat)
