; Made of false.num.difference and false.bool.resolution.
(set-logic QF_IDL)
(set-info :status unsat)
(declare-const p0 Bool)
(declare-const n0 Int)
(declare-const n1 Int)
(declare-const k_x Int)
(declare-const k_y Int)
(declare-const j_p Bool)
(declare-const j_r Bool)
(declare-const j_s Bool)
(assert (not (distinct (- n0 n1) (- 4))))
(assert
  (ite p0
    (and (<= (- k_x k_x) (- 2)) (<= (- k_x n1) (- 7)) (<= (- n1 k_x) 8))
    (and (or j_p p0) (or (not j_p) j_r) (or (not p0) j_s) (not (or j_r j_s)))))
(assert (and (>= (- n0 k_y) (- 4)) (<= (- k_y n1) (- 3))))
(assert (or (distinct (- n1 k_x) 3) j_r (>= n0 k_y)))
(check-sat)
