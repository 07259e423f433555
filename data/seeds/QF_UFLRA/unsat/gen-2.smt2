; Made of false.bool.pigeons.
(set-logic QF_UFLRA)
(set-info :status unsat)
(declare-sort U 0)
(declare-const p1 Bool)
(declare-const u0 U)
(declare-const u1 U)
(declare-fun g0 (Bool U) Bool)
(declare-const k_a1 Bool)
(declare-const k_a2 Bool)
(declare-const k_b1 Bool)
(declare-const k_b2 Bool)
(declare-const k_c1 Bool)
(declare-const k_c2 Bool)
(declare-const c0 U)
(declare-const c1 U)
(assert (= (ite k_b1 u0 u1) c0))
(assert (= (ite k_b2 u1 u0) c1))
(assert
  (and
    (not (and (= c1 u0) (g0 (g0 k_c2 u1) c0)))
    (not (and (= c1 u0) k_c1))
    (not (and (g0 (g0 k_c2 u1) c0) k_c1))))
(assert
  (and
    (not (and (or k_a2 (g0 k_a1 u0) p1) (not (= u0 u1))))
    (not (and (or k_a2 (g0 k_a1 u0) p1) (= u0 (ite p1 u1 u0) u1)))
    (not (and (not (= u0 u1)) (= u0 (ite p1 u1 u0) u1)))))
(assert
  (and
    (or (= c1 u0) (or k_a2 (g0 k_a1 u0) p1))
    (or (g0 (g0 k_c2 u1) c0) (not (= u0 u1)))
    (or k_c1 (= u0 (ite p1 u1 u0) u1))))
(check-sat)
