(set-logic QF_RDL)
(set-info :status sat)
(declare-const p0 Bool)
(declare-const p1 Bool)
(declare-const r0 Real)
(declare-const r1 Real)
(assert (and (or (not (> (- r1 r0) (- 2.0))) (= r1 r0)) (not p1)))
(assert (or (and (xor (distinct p0 p1) (> (- r0 r1) 7.0)) (= (- r1 r0) 36.0)) p0))
(assert (=> (distinct (- r0 r1) 5.0) (and (distinct (- r1 r0) 59.0) (<= (- r1 r0) 5.0))))
(assert
  (xor
    (not (not (= r0 r1)))
    (or
      (=> (= false p0) (= (- r1 r0) 1.25))
      p1
      (ite (> (- r1 r0) (- 7.1)) p0 (> (- r0 r1) 9.0)))))
(assert (or p1 (or (> (- r1 r0) 8.1) p0) (>= (- r0 r1) (- 3.25))))
(assert
  (let ((l1 (distinct (- r0 r1) 1.0)))
    (and
      (=> (= r0 r1) (< (- r0 r1) 0.0) l1)
      l1
      (or (distinct (- r1 r0) 0.1) (= (- r1 r0) 4.0)))))
(assert (or (xor p0 (or p0 (>= (- r0 r1) 3.5))) (distinct (- r1 r0) 9.0)))
(check-sat)
