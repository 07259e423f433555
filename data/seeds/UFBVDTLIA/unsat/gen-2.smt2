; Made of false.num.schedule.
(set-logic UFBVDTLIA)
(set-info :status unsat)
(declare-const p1 Bool)
(declare-const p2 Bool)
(declare-const n0 Int)
(declare-const n2 Int)
(declare-const n3 Int)
(declare-const v1 (_ BitVec 5))
(declare-const v2 (_ BitVec 5))
(declare-fun g1 (Bool) Bool)
(declare-const k_s Int)
(declare-const k_t Int)
(assert (not (g1 p1)))
(assert (< 0 (- n0 n2 n3)))
(assert
  (not
    (or
      (not (forall ((b0 Int)) (and (>= b0 0) (>= k_t 0))))
      (=>
        (and (<= (+ k_s 2) 6) (<= (+ k_t 5) 6))
        (not (or (>= k_s (+ k_t 5)) (>= k_t (+ k_s 2))))))))
(assert (bvult v1 v2))
(assert (or (= n2 8 k_s) (distinct p2 p1)))
(check-sat)
