; Made of false.eq.distinct-ends and false.array.read-over-write.
(set-logic AUFLIRA)
(set-info :status unsat)
(declare-sort Index 0)
(declare-sort Element 0)
(declare-const p0 Bool)
(declare-const p1 Bool)
(declare-const p3 Bool)
(declare-const n1 Int)
(declare-const n3 Int)
(declare-const a3 (Array Int Element))
(declare-const a5 (Array Element Int))
(declare-const a6 (Array Element Int))
(declare-const k_x (Array Element Int))
(declare-const j_i Index)
(declare-const j_v Int)
(assert (=> (> j_v (- 7)) p3))
(assert (< (- 5) n3))
(assert (and (>= j_v n1) (>= 6 n1) p0))
(assert
  (or
    (and
      (distinct k_x k_x (store (ite p1 a6 a5) (select a3 j_v) j_v))
      (or
        (= k_x k_x)
        (= k_x (store (ite p1 a6 a5) (select a3 j_v) j_v))
        (= (store (ite p1 a6 a5) (select a3 j_v) j_v) k_x)))
    (forall ((b2 (Array Index Int))) (distinct (select (store b2 j_i j_v) j_i) j_v))))
(check-sat)
