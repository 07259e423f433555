; Made of false.array.swap-stores and false.fp.add-commutes.
(set-logic QF_ABVFPLRA)
(set-info :status unsat)
(declare-const p1 Bool)
(declare-const p3 Bool)
(declare-const f1 Float32)
(declare-const f3 Float32)
(declare-const a0 (Array Float32 Float32))
(declare-const a1 (Array Float32 Float32))
(declare-const a2 (Array Float32 Float32))
(declare-const a3 (Array Float32 Float32))
(declare-const k_a (Array Float32 Bool))
(declare-const k_i Float32)
(declare-const k_j Float32)
(declare-const j_y (_ FloatingPoint 8 24))
(define-fun h2 ((x0 (Array (_ FloatingPoint 8 24) (_ FloatingPoint 8 24)))
                (x1 (_ FloatingPoint 8 24))) (Array (_ FloatingPoint 8 24) (_ FloatingPoint 8 24))
  (store (ite p3 a1 a2) (fp.add RNE x1 (fp.neg ((_ to_fp 8 24) RNE 3.0))) x1))
(assert (fp.isInfinite (fp #b0 #b10101001 #b10111110010000100011111)))
(assert (= (h2 a0 ((_ to_fp 8 24) RTP 29.75)) (store a3 (_ +zero 8 24) j_y)))
(assert
  (ite (fp.eq f3 k_i)
    (and
      (distinct (fp.neg k_j) k_j)
      (distinct
        (store (store k_a (fp.neg k_j) p1) k_j p3)
        (store (store k_a k_j p3) (fp.neg k_j) p1)))
    (distinct
      (fp.add RNE (fp #b0 #x80 #b00111100110101110100101) j_y)
      (fp.add RNE j_y (fp #b0 #x80 #b00111100110101110100101)))))
(assert (=> (fp.eq k_i f1) (fp.isZero f1)))
(assert (fp.eq f3 (fp.mul RTZ k_j ((_ to_fp 8 24) RTZ 33.0))))
(assert
  (fp.lt
    (fp.sub RTN (fp #b0 #b11000011 #b10101010001101011111100) ((_ to_fp 8 24) RNA 5.0))
    (select a1 f1)))
(check-sat)
