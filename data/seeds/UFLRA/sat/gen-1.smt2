(set-logic UFLRA)
(set-info :status sat)
(declare-sort U 0)
(declare-const p0 Bool)
(declare-const p1 Bool)
(declare-const p2 Bool)
(declare-const r0 Real)
(declare-const r1 Real)
(declare-const r2 Real)
(declare-const u0 U)
(declare-const u1 U)
(declare-const u2 U)
(assert
  (not
    (or (not (not (>= r0 r2 r1))) (not (=> (<= 2.1 0.75) (= r0 3.25) (distinct r0 r1))) p2)))
(assert
  (ite (and (= u2 (ite p0 u2 u0) (ite p0 u1 u2)) (ite p1 p2 p1) (distinct u1 u2))
    (or p1 (distinct 3.0 (* 4.0 r0)))
    (not (= u2 (ite p0 u2 u0)))))
(assert (not (= u1 (ite (or p1 p0 (= r2 r0)) u1 (ite p0 u1 u0)))))
(assert
  (or
    (and
      (< (ite p0 (- 4.25) 7.0) (- r0 r1))
      (<= r1 6.1 (/ r1 (- 3.5)))
      (ite p1 (distinct r1 r0) (= p2 p1)))
    (= (/ 35.0 4.0) r1)))
(assert (>= (+ (ite p2 r1 3.1) 2.25) (- (* 3.5 (- 7.0 r0 3.1)) r0)))
(assert (or (xor (and (distinct u1 u0) p1) p1) (not (>= r1 (* 5.0 r0) (- r1)))))
(assert (=> p0 p2 (or (>= 1.75 r1) (= (* (- 3.5) r2) (+ 2.0 r1)))))
(check-sat)
