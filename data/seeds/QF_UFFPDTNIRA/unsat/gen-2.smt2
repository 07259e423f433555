; Made of false.fp.neg-sign and false.num.bounds.
(set-logic QF_UFFPDTNIRA)
(set-info :status unsat)
(declare-sort U 0)
(declare-datatypes ((Maybe 0)) (((nothing) (just (value U)))))
(declare-datatypes ((Pair 0)) (((pair (first Maybe) (second Maybe)))))
(declare-const r0 Real)
(declare-const r2 Real)
(declare-const d2 Maybe)
(declare-const d3 Maybe)
(declare-const d7 Pair)
(declare-const j_x Real)
(declare-const c0 Real)
(assert (= (pair d3 d2) d7))
(assert (>= (- 0.75 r0) (* 3.0 r2)))
(assert (not (fp.isNormal ((_ to_fp 8 24) RNA 1.0))))
(assert
  (ite
    (or
      (and
        (fp.isPositive (fp #b0 #b00000000 #b10000000000000000000000))
        (not (fp.isNegative (fp.neg (fp #b0 #b00000000 #b10000000000000000000000)))))
      (and (<= j_x 13.0) (> j_x c0) (>= (* 2.0 r2) 0.0)))
    (= (+ (* 2.0 r2) 13.0) c0)
    false))
(assert (not ((_ is just) d3)))
(check-sat)
