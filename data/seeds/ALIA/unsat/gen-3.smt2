; Made of false.bool.implication-cycle and false.int.mod-classes.
(set-logic ALIA)
(set-info :status unsat)
(declare-const p1 Bool)
(declare-const a2 (Array Int Int))
(declare-const k_p Bool)
(declare-const k_q Bool)
(declare-const j_x Int)
(declare-const j_y Int)
(declare-const c1 Int)
(assert (= (+ (- (select a2 j_x) (* 8 j_y) 5) 1) c1))
(assert
  (or
    (and
      (forall ((b0 Bool)) (=> k_p b0))
      (=> k_q (not p1))
      (=> (not p1) k_p)
      (or k_p k_q (not p1))
      (not (and k_p k_q (not p1))))
    (and (= (mod (- (select a2 j_x) (* 8 j_y) 5) 8) 0) (= j_y c1) (= (mod j_y 8) 0))))
(check-sat)
