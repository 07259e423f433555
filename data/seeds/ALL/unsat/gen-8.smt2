; Made of false.num.scale and false.int.div-mod.
(set-logic ALL)
(set-info :status unsat)
(declare-const p1 Bool)
(declare-const p2 Bool)
(declare-const n0 Int)
(declare-const n1 Int)
(declare-const n2 Int)
(declare-const t0 (Set Int))
(declare-const t1 (Set Int))
(declare-const t2 (Set Int))
(declare-const k_x Int)
(declare-const k_y Int)
(declare-const j_x Int)
(define-fun h1 ((x0 Int)) Int (+ (+ x0 5) 5))
(assert
  (or
    (and (< (* 7 k_x) (* 7 (h1 (+ 454 0 n0)))) (<= (h1 (+ 454 0 n0)) k_x))
    (distinct
      (+ (+ n2 n0) (h1 n0) (h1 j_x))
      (+
        (* 5 (div (+ (+ n2 n0) (h1 n0) (h1 j_x)) 5))
        (mod (+ (+ n2 n0) (h1 n0) (h1 j_x)) 5)))))
(assert (and (set.subset t1 t2) (set.subset t2 t0) (>= n2 k_y)))
(assert (xor (= k_x n0 66) (= p2 p1)))
(assert (= (set.minus t1 t0) t0))
(assert (< j_x n1))
(assert (< (+ n2 k_x) 9 (h1 j_x)))
(check-sat)
