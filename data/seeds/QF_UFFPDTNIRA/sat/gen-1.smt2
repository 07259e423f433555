(set-logic QF_UFFPDTNIRA)
(set-info :status sat)
(declare-datatypes ((Tree 0)) (((leaf) (node (left Tree) (label Real) (right Tree)))))
(declare-const p0 Bool)
(declare-const p1 Bool)
(declare-const p2 Bool)
(declare-const r0 Real)
(declare-const r1 Real)
(declare-const r2 Real)
(declare-const f0 Float64)
(declare-const f1 Float64)
(declare-const f2 Float64)
(declare-const d0 Tree)
(declare-const d1 Tree)
(declare-const d2 Tree)
(declare-fun g1 (Float64) Bool)
(assert (ite p0 (g1 (fp.abs (fp.neg f1))) (not (fp.isZero (fp.add RTN f2 (ite p1 f2 f1))))))
(assert ((_ is leaf) leaf))
(assert (< (+ r2 r2) 3.0))
(assert (distinct (right d2) (node leaf (+ r0 (- r0 r1 r1)) (node (node d0 r2 d2) (+ r2 r0) d2))))
(assert
  (and
    (not p2)
    (or
      (not (fp.gt f1 f0))
      (fp.isNormal (fp.min ((_ to_fp 11 53) RNE 7.5) ((_ to_fp 11 53) RTZ 77.0)))
      (>= r0 8.0))
    (not p0)))
(assert
  (not
    (fp.geq
      (fp.neg f2)
      (fp.neg
        (fp.mul RNE
          f2
          (fp.roundToIntegral RTP
            (fp #b1
              #b01001100011
              #b0000000000000000000000000000000000000000000000000000)))))))
(assert (=> (= d2 d1) ((_ is leaf) (left (node d2 0.0 d2)))))
(check-sat)
