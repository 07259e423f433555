; Made of false.num.double and false.array.case.
(set-logic QF_ALIA)
(set-info :status unsat)
(declare-const p0 Bool)
(declare-const n0 Int)
(declare-const n1 Int)
(declare-const a0 (Array Int Int))
(declare-const a2 (Array Int Int))
(declare-const k_x Int)
(declare-const j_i Int)
(declare-const j_j Int)
(define-fun h0 () Int (- (- 0 j_j) j_j))
(assert
  (or
    (and
      (=
        (+ k_x k_x)
        (+ (select (store a2 j_i 1) (- n1 n1 j_j)) (select (store a2 j_i 1) (- n1 n1 j_j))))
      (not (= k_x (select (store a2 j_i 1) (- n1 n1 j_j)))))
    (and
      (distinct
        (select (store a2 h0 (+ 2 (ite p0 n0 0) (select a0 4))) j_j)
        (+ 2 (ite p0 n0 0) (select a0 4)))
      (distinct
        (select (store a2 h0 (+ 2 (ite p0 n0 0) (select a0 4))) j_j)
        (select a2 j_j)))))
(assert (not (= j_j 2)))
(check-sat)
