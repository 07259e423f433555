(set-logic BVFPLRA)
(set-info :status sat)
(declare-const p0 Bool)
(declare-const p2 Bool)
(declare-const r0 Real)
(declare-const r1 Real)
(declare-const r2 Real)
(declare-const v1 (_ BitVec 5))
(declare-const v3 (_ BitVec 16))
(declare-const v5 (_ BitVec 16))
(declare-const f0 Float32)
(declare-const f2 Float32)
(assert (bvsle #b10101 v1))
(assert
  (not
    (fp.lt (fp.neg (ite p2 (fp #b0 #b00000011 #b00000000000000000000111) f2)) (fp.neg f2))))
(assert (not (not (forall ((b1 (_ BitVec 5))) (bvule b1 #b11111)))))
(assert (not (<= (+ r0 (- 158.0 r1)) (+ 1.25 r1 r2) r1)))
(assert
  (=
    (fp.add (ite p2 RNE RTP) (fp.min f0 (fp.neg ((_ to_fp 8 24) RTP 8.0))) f2)
    (fp #b1 #xe5 #b11111111111111111111111)))
(assert (> (* 2.5 r0) (- (+ 72.0 r1) (ite p0 r2 9.1))))
(assert
  (or
    (=> (= (- 778.1) r2) (fp.isNegative (fp.neg ((_ to_fp 8 24) RNA 0.5))))
    (bvslt v3 (bvadd v3 v5))))
(check-sat)
