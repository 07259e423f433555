(set-logic AUFBVFPDTNIRA)
(set-info :status sat)
(declare-const p0 Bool)
(declare-const p1 Bool)
(declare-const p3 Bool)
(declare-const r0 Real)
(declare-const r2 Real)
(declare-const r3 Real)
(declare-const v1 (_ BitVec 5))
(declare-const v2 (_ BitVec 5))
(declare-const v3 (_ BitVec 5))
(declare-const f0 Float32)
(declare-const f1 Float32)
(declare-const f2 Float32)
(declare-const f3 Float32)
(declare-fun g0 (Real) Float32)
(assert
  (xor
    (or (fp.lt f0 f3) p0 (fp.isPositive ((_ to_fp 8 24) RTN 6.0)))
    (not (=> p1 (fp.eq (fp.neg ((_ to_fp 8 24) RTZ 2.0)) f1 f2) p0))))
(assert (and (bvuge (bvsub v1 v3) ((_ fp.to_sbv 5) RNE f3)) (not p1)))
(assert (not p1))
(assert (and (not (< 6.0 r0)) (and (not p1) (= r3 (/ 91.0 4.0)))))
(assert (not (fp.leq (fp.mul RTN f1 f1) (g0 r0) f2)))
(assert (or (bvuge (bvsdiv (bvnot v2) v2) v1) (or (fp.isNaN f1) (bvsge v2 v3)) (bvugt v2 #b00100)))
(assert
  (let ((l14 (* r2 9.0)))
    (=>
      (<= l14 r0)
      p3
      (fp.eq
        (fp.neg ((_ to_fp 8 24) RNE 82.0))
        (fp #b0 #b11111111 #b01100011110110101010011)))))
(check-sat)
