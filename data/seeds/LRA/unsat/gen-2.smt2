; Made of false.quant.one-element and false.num.average.
(set-logic LRA)
(set-info :status unsat)
(declare-const p1 Bool)
(declare-const r0 Real)
(declare-const k_a Real)
(declare-const k_b Real)
(declare-const j_x Real)
(declare-const j_y Real)
(declare-const j_m Real)
(assert (or (> 9.25 j_m) p1))
(assert (< 7.0 69.25))
(assert (and p1 (< k_b 61.0)))
(assert
  (or
    (and (forall ((x Real)) (= x (- j_y (+ r0 k_a)))) (distinct k_b (- j_y (+ r0 k_a))))
    (exists ((b1 Real)) (and (= (* 2.0 r0) (+ j_x b1)) (< r0 j_x) (< r0 b1)))))
(check-sat)
