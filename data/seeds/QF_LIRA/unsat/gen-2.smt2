; Made of false.int.div-monotone and false.num.shift.
(set-logic QF_LIRA)
(set-info :status unsat)
(declare-const p0 Bool)
(declare-const n0 Int)
(declare-const n1 Int)
(declare-const k_x Int)
(declare-const k_y Int)
(declare-const j_x Int)
(declare-const j_y Int)
(declare-const c0 Int)
(assert (and p0 (distinct j_y k_y)))
(assert (= (* 5 n1) (- k_y k_x)))
(assert (>= (abs j_y) (+ k_x j_y)))
(assert
  (or
    (and
      (<= (+ (- 89) j_x (ite p0 5 k_x)) (- (- 934) k_x (mod k_x 4)))
      (> (div (+ (- 89) j_x (ite p0 5 k_x)) 7) (div (- (- 934) k_x (mod k_x 4)) 7)))
    (and (= (+ c0 26) k_y) (<= k_y c0))))
(assert (= (mod n0 3) c0))
(check-sat)
