; Made of false.num.farkas and false.int.half.
(set-logic QF_NIA)
(set-info :status unsat)
(declare-const n0 Int)
(declare-const n1 Int)
(declare-const n2 Int)
(declare-const j_x Int)
(declare-const j_y Int)
(declare-const c1 Int)
(declare-const c2 Int)
(assert (= c2 c1))
(assert (= (* 5 (+ (+ j_y 14) (* 4 j_x))) c2))
(assert
  (ite (<= j_x n0)
    (and
      (<= (+ (* 4 (+ (+ j_x 1) 4)) c1) 20)
      (>= (+ (+ j_x 1) 4) 5)
      (>= (+ (+ j_y 14) (* 4 j_x)) 1))
    (and
      (= (- (+ j_x 81) (* n2 n1)) (* 2 j_x))
      (distinct (div (- (+ j_x 81) (* n2 n1)) 2) j_x))))
(check-sat)
