; Made of false.int.coins and false.int.neighbours.
(set-logic QF_ANIA)
(set-info :status unsat)
(declare-const p0 Bool)
(declare-const p1 Bool)
(declare-const p2 Bool)
(declare-const n0 Int)
(declare-const n1 Int)
(declare-const n2 Int)
(declare-const a0 (Array Int Bool))
(declare-const a1 (Array Int Bool))
(declare-const a2 (Array Int Bool))
(declare-const k_y Int)
(declare-const j_x Int)
(assert
  (or
    (and
      (and (>= (- (div n2 3) (+ j_x j_x)) 0) (>= k_y 0))
      (= (+ (* 3 (- (div n2 3) (+ j_x j_x))) (* 5 k_y)) (- 1)))
    (and
      (< (- n0 4 (+ k_y 27)) n0)
      (distinct (+ (- n0 4 (+ k_y 27)) 1) n0)
      (> (+ (- n0 4 (+ k_y 27)) 2) n0))))
(assert (= (- 0 n1) n0))
(assert (ite p1 (distinct a0 a2) (ite p0 p2 p0)))
(assert (or p1 (select a1 9)))
(assert (not (select a0 n2)))
(check-sat)
