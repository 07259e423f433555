; Made of false.int.parity-of-sum and false.array.store-own.
(set-logic QF_ALIA)
(set-info :status unsat)
(declare-const p0 Bool)
(declare-const p1 Bool)
(declare-const n0 Int)
(declare-const n1 Int)
(declare-const a0 (Array Int Int))
(declare-const a1 (Array Int Int))
(declare-const k_y Int)
(declare-const j_a (Array Int Int))
(assert (or p1 p0))
(assert (= a1 j_a))
(assert
  (or
    (and
      (= (mod (select a0 (+ 6 k_y)) 2) (mod k_y 2))
      (= (mod (+ (select a0 (+ 6 k_y)) k_y) 2) 1))
    (distinct
      (store j_a (ite (= p1 p0) (div n0 5) n1) (select j_a (ite (= p1 p0) (div n0 5) n1)))
      j_a)))
(assert (let ((l0 (mod k_y 3))) (>= l0 k_y)))
(check-sat)
