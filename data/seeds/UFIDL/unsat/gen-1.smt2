; Made of false.bool.de-morgan.
(set-logic UFIDL)
(set-info :status unsat)
(declare-const p0 Bool)
(declare-const p1 Bool)
(declare-const p2 Bool)
(declare-const n0 Int)
(declare-const n1 Int)
(declare-const n2 Int)
(declare-const n3 Int)
(declare-const k_p Bool)
(assert (not (> n3 n2)))
(assert (<= n2 n3))
(assert (or p1 (distinct (- n1 n2) 44)))
(assert (or p2 k_p (> (- n2 n0) 0)))
(assert (< (- n1 n0) 21))
(assert (not (> (- n2 n0) 4)))
(assert
  (not
    (or
      (or (not (= (not (and k_p p0)) (and (not (not k_p)) p0))) (not (or k_p (not p0))))
      (not (= k_p p0)))))
(check-sat)
