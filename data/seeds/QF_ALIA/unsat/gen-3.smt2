; Made of false.num.farkas and false.num.farkas.
(set-logic QF_ALIA)
(set-info :status unsat)
(declare-const p1 Bool)
(declare-const n1 Int)
(declare-const n2 Int)
(declare-const a0 (Array Int Int))
(declare-const k_x Int)
(declare-const k_y Int)
(assert
  (or
    (and
      (<= (+ (* 4 (select (store a0 n1 25) n1)) (* 5 k_y)) 20)
      (>= (select (store a0 n1 25) n1) 5)
      (>= k_y 1))
    (and (<= (+ (* 2 k_y) (* 5 (select a0 k_x))) 10) (>= k_y 5) (>= (select a0 k_x) 1))))
(assert (and p1 false))
(assert (not (< k_x n2)))
(check-sat)
