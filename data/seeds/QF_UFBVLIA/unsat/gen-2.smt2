; Made of false.int.pigeons and false.int.abs.
(set-logic QF_UFBVLIA)
(set-info :status unsat)
(declare-const p0 Bool)
(declare-const n0 Int)
(declare-const n1 Int)
(declare-const n2 Int)
(declare-const n3 Int)
(declare-const k_x Int)
(declare-const k_z Int)
(declare-const j_x Int)
(assert (or (< 4 k_z) (>= k_z n2)))
(assert (<= (* 2 n0) 7))
(assert
  (or
    (and
      (distinct n1 (* 5 k_x) k_z)
      (and
        (<= 6 n1)
        (<= n1 7)
        (<= 6 (* 5 k_x))
        (<= (* 5 k_x) 7)
        (<= 6 k_z)
        (<= k_z 7)))
    (< (abs (ite p0 (- n3 594) (+ 5 k_z (- 8)))) (ite p0 (- n3 594) (+ 5 k_z (- 8))))))
(assert (and p0 (< n2 j_x) (= n0 k_z)))
(assert (not (< 5 n1)))
(check-sat)
