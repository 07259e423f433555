; Made of false.quant.bool and false.eq.one-of-two.
(set-logic UF)
(set-info :status unsat)
(declare-sort V 0)
(declare-const p0 Bool)
(declare-const p1 Bool)
(declare-const p2 Bool)
(declare-const w0 V)
(declare-const w1 V)
(declare-const w2 V)
(declare-fun k_f (Bool) Bool)
(declare-const j_x V)
(declare-const j_y V)
(declare-const j_z V)
(declare-const j_b V)
(assert (distinct (ite p1 j_y j_z) w0))
(assert
  (or
    (and (forall ((p Bool)) (distinct (k_f p) p)) (= (k_f true) (k_f false)))
    (and
      (forall ((b0 V)) (distinct (ite (= j_y w0 b0) w2 (ite p0 j_x w1)) b0 j_z))
      (and
        (or
          (= (ite (= j_y w0 j_b) w2 (ite p0 j_x w1)) (ite (k_f p1) j_b w0))
          (= (ite (= j_y w0 j_b) w2 (ite p0 j_x w1)) j_b))
        (or (= j_b (ite (k_f p1) j_b w0)) (= j_b j_b))
        (or (= j_z (ite (k_f p1) j_b w0)) (= j_z j_b))))))
(assert (and p2 p0))
(check-sat)
