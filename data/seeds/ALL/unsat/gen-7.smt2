; Made of false.int.gap and false.bool.pigeons.
(set-logic ALL)
(set-info :status unsat)
(declare-const p1 Bool)
(declare-const p2 Bool)
(declare-const n0 Int)
(declare-const n1 Int)
(declare-const n2 Int)
(declare-const n3 Int)
(declare-const t1 (Set Int))
(declare-const t2 (Set Int))
(declare-const t3 (Set Int))
(declare-const k_x Int)
(declare-const j_a1 Bool)
(declare-const j_a2 Bool)
(declare-const j_b1 Bool)
(declare-const j_c1 Bool)
(define-fun h1 ((x0 (Set Int))) Int (- (+ k_x 3 3) (* 4 k_x)))
(assert (< (h1 t1) (- 5 (- 8))))
(assert (= (- 192 n2) (- 432) (+ 3 n3)))
(assert (and (< n0 7) (set.member 4 t2)))
(assert
  (or
    (and (< 90 (h1 (set.inter t3 t2))) (< (h1 (set.inter t3 t2)) 91))
    (and
      (and
        (or j_a1 j_a2)
        (or j_b1 (distinct (set.singleton 3) (set.singleton (- 0))))
        (or j_c1 (<= (+ n2 8) (+ n1 n0 n3))))
      (and (not (and j_a1 j_b1)) (not (and j_a1 j_c1)) (not (and j_b1 j_c1)))
      (and
        (not (and j_a2 (distinct (set.singleton 3) (set.singleton (- 0)))))
        (not (and j_a2 (<= (+ n2 8) (+ n1 n0 n3))))
        (not
          (and
            (distinct (set.singleton 3) (set.singleton (- 0)))
            (<= (+ n2 8) (+ n1 n0 n3))))))))
(assert (and (= t2 t1) (<= n0 k_x) (ite p2 p1 p2)))
(assert (set.member (h1 (set.singleton 1)) (set.singleton (- 255))))
(check-sat)
