; Made of false.real.mixture and false.num.antisymmetry.
(set-logic AUFNIRA)
(set-info :status unsat)
(declare-const p2 Bool)
(declare-const r0 Real)
(declare-const r2 Real)
(declare-const a0 (Array Real Real))
(declare-const k_x Real)
(declare-const k_y Real)
(declare-const k_z Real)
(declare-const j_y Real)
(declare-const c2 Real)
(declare-const c3 Real)
(assert (= c3 (select a0 r2)))
(assert (xor p2 (< r0 j_y)))
(assert
  (not
    (=>
      (or
        (and
          (forall ((b0 Real)) (= (* 10.0 k_z) (+ (* 5 b0) (* 5 k_y))))
          (and (< k_x k_z) (< k_y k_z)))
        (exists ((b1 Real)) (and (<= b1 c2) (<= c2 b1) (distinct b1 c2))))
      (not (= (* 1.0 c3) c2)))))
(check-sat)
