(set-logic LRA)
(set-info :status sat)
(declare-const p0 Bool)
(declare-const p1 Bool)
(declare-const r0 Real)
(declare-const r1 Real)
(assert (<= (- (+ r1 r0)) (- r1 (- r0 r0))))
(assert (= (+ (- r0 r0) (+ 146.0 r1)) 146.0))
(assert (=> (not (=> (or p0 (< r0 55.0)) (> r0 (- 3.0)))) (= (+ 946.0 (- 9.5) r0) 8.0)))
(assert (> (* 5.0 (+ (* 5.0 r1) 582.0)) r0))
(assert
  (or
    (or (=> (<= r0 9.0) (<= r0 r1)) p0 p1)
    (distinct (- 32.0) (- (+ r0 r0)))
    (< r0 90.0 r1)))
(assert (not (> (+ (* 2.0 r0) (+ 9.0 (+ r1 39.0) r1)) r1 r0)))
(assert
  (and
    (ite (not (ite p1 p1 p0))
      (= (+ (- 848.1) r1) (* (- 1.0) 177.75))
      (not (< r0 (+ r0 2.0) r1)))
    (or p1 (distinct 2.0 (- 1.5) 16.75))))
(check-sat)
