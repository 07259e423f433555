; Made of false.int.mod-range and false.int.half.
(set-logic ALIA)
(set-info :status unsat)
(declare-const p1 Bool)
(declare-const n0 Int)
(declare-const n1 Int)
(declare-const n2 Int)
(declare-const a1 (Array Int Int))
(declare-const a2 (Array Int Int))
(declare-const k_x Int)
(declare-const j_x Int)
(declare-const j_y Int)
(declare-const c1 Int)
(assert (or (= a2 a1) (>= n1 n2)))
(assert (not (> j_x n1)))
(assert (= (abs j_x) (* 5 n1)))
(assert
  (and
    (or
      (exists ((b0 Int)) (or (< (mod b0 5) 0) (>= (mod b0 5) 5)))
      (and
        (= (* 4 (select a2 8)) (* 2 (- j_x (ite p1 n1 j_y) (+ k_x 4))))
        (distinct c1 (- j_x (ite p1 n1 j_y) (+ k_x 4)))))
    (= c1 (div (* 4 (select a2 8)) 2))))
(assert (< n2 (* 4 n0)))
(assert (distinct n0 7))
(assert (>= 0 j_x))
(check-sat)
