(set-logic QF_IDL)
(set-info :status sat)
(declare-const p0 Bool)
(declare-const p1 Bool)
(declare-const n0 Int)
(declare-const n1 Int)
(assert
  (or
    (=> p1 p0 (distinct (- n0 n1) 7))
    (or (=> (<= n0 n1) (distinct (- n1 n0) 48) p1) (and (>= n1 n0) (= n1 n0)) p1)))
(assert
  (and
    (>= (- n0 n1) 0)
    (distinct (- n0 n1) (- 2))
    (or (or (= (- n1 n0) 7) p0 (>= (- n1 n0) 3)) p1 (not (> (- n1 n0) 2)))))
(assert (=> (= n1 n0) p1))
(assert (and (>= n0 n1) p0))
(assert (<= (- n1 n0) 4))
(assert
  (and
    (not (not (=> (< n0 n1) (= (- n1 n0) 32))))
    (and (not (<= (- n1 n0) (- 9))) (< (- n0 n1) 7))))
(assert
  (or
    (or (>= n1 n0) (not (distinct (- n1 n0) 18)) (not (> n1 n0)))
    (or (or p1 (>= n1 n0) (distinct (- n1 n0) 0)) (and (< n1 n0) (>= n1 n0)))))
(check-sat)
