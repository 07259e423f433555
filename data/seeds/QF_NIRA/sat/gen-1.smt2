(set-logic QF_NIRA)
(set-info :status sat)
(declare-const p0 Bool)
(declare-const p1 Bool)
(declare-const p2 Bool)
(declare-const p3 Bool)
(declare-const r0 Real)
(declare-const r1 Real)
(declare-const r2 Real)
(declare-const r3 Real)
(assert (or p2 (or (= (- 6.0) r3) p3 (ite (> r0 6.1) p3 (<= r2 1.75)))))
(assert (or (not (or (< r1 97.75) (= 54.75 r3) (> r2 76.0))) p3 (= 1.75 (+ r0 r1))))
(assert
  (and p3
    (=> (ite p3 (> (- 827.75) r0 4.5) (>= 5.0 r3)) p2)
    (not (> r2 (+ (+ (- 15.75) r2) 59.25) r3))))
(assert
  (ite (= r2 (+ (ite p0 r2 r0) r0 (* 3.5 r0)))
    (>= r2 (+ (ite p2 r3 91.5) 63.5))
    (< 9.0 (+ r3 (- 155.5)))))
(assert (not (xor (= (- r3 r1) (* r0 r2)) (= r2 63.75))))
(assert
  (or
    (=> (distinct (+ r2 r3) (+ r1 r3)) (= (/ r2 (- 2.0)) 23.75))
    p1
    (<= (* 6.0 (- r0 r3 (- 5.75))) (+ (- 8.0) r2 0.25))))
(assert
  (distinct
    (<= (* r3 r3) r1)
    (or (= r2 r1 6.0) (ite p3 p3 p1) (= (+ r1 (- 12.5)) (* 2.0 r0)))))
(check-sat)
