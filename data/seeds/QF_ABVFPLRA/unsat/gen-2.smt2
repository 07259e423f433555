; Made of false.fp.neg-twice and false.fp.trichotomy.
(set-logic QF_ABVFPLRA)
(set-info :status unsat)
(declare-const p1 Bool)
(declare-const p3 Bool)
(declare-const r0 Real)
(declare-const r1 Real)
(declare-const r3 Real)
(declare-const f0 Float32)
(declare-const f2 Float32)
(declare-const k_x (_ FloatingPoint 8 24))
(declare-const j_x (_ FloatingPoint 8 24))
(declare-const c0 (_ FloatingPoint 8 24))
(declare-const c1 (_ FloatingPoint 8 24))
(assert
  (ite (fp.gt f2 k_x)
    (distinct (fp.neg (fp.neg f0)) f0)
    (and
      (not
        (or
          (fp.isNaN j_x)
          (fp.isNaN (fp.add RTN (fp #b0 #b10000000 #b10000000000000000000000) c0))))
      (not
        (or
          (fp.lt j_x (fp.add RTN (fp #b0 #b10000000 #b10000000000000000000000) c0))
          (fp.eq j_x (fp.add RTN (fp #b0 #b10000000 #b10000000000000000000000) c0))
          (fp.gt j_x (fp.add RTN (fp #b0 #b10000000 #b10000000000000000000000) c0)))))))
(assert (= ((_ to_fp 8 24) RTZ 8.0) c1))
(assert (<= r3 (+ r1 1.5)))
(assert (= c0 c1))
(assert (=> p3 (< r0 9.1) p1))
(check-sat)
