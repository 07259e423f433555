; Made of false.bool.resolution.
(set-logic QF_LIA)
(set-info :status unsat)
(declare-const p0 Bool)
(declare-const p1 Bool)
(declare-const p2 Bool)
(declare-const n0 Int)
(declare-const n1 Int)
(declare-const n2 Int)
(declare-const k_q Bool)
(declare-const k_r Bool)
(declare-const k_s Bool)
(define-fun h1 ((x0 Int)) Bool (=> (<= x0 8) (= x0 n1 (- 5292))))
(assert (and p1 (h1 n1)))
(assert (= (- n0 n1 n0) (* (- 2) n0)))
(assert (xor (= 492 n0) (= p1 k_q)))
(assert (or (h1 n0) p0 (<= n2 2411)))
(assert (or p1 (= n1 n0)))
(assert (xor k_s (>= n0 23)))
(assert
  (and
    (ite
      (not
        (=>
          (or (and (= n0 n1 n2) (ite p2 k_q p2)) p1)
          (not (or (not (and (= n0 n1 n2) (ite p2 k_q p2))) k_r))))
      (or (not p1) (not (>= 8370 n2)))
      false)
    (not (or k_r (not (>= 8370 n2))))))
(check-sat)
