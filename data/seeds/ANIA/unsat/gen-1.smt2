; Made of false.num.scale and false.array.swap-stores.
(set-logic ANIA)
(set-info :status unsat)
(declare-const p0 Bool)
(declare-const p1 Bool)
(declare-const a0 (Array Int Int))
(declare-const a1 (Array Int Int))
(declare-const k_x Int)
(declare-const k_y Int)
(declare-const j_a (Array Bool Bool))
(declare-const j_j Bool)
(declare-const j_v Bool)
(declare-const j_w Bool)
(declare-const c3 (Array Bool Bool))
(assert (let ((l4 (+ k_x k_y))) (> l4 31)))
(assert (not j_j))
(assert (= c3 (store (store j_a (=> p1 (>= k_y (- 8))) j_w) j_j j_v)))
(assert
  (or
    (and
      (forall ((b0 Int)) (< (* 2 b0) (* 2 (select a0 (select a1 5)))))
      (<= (select a0 (select a1 5)) k_x))
    (and
      (distinct j_j (=> p1 (>= k_y (- 8))))
      (distinct (store (store j_a j_j j_v) (=> p1 (>= k_y (- 8))) j_w) c3))))
(assert (or (>= 4 k_x) j_v))
(assert (< k_x (* k_x 2910)))
(assert (=> p0 (>= k_x k_y)))
(check-sat)
