; Made of false.mul.commutes and false.array.swap.
(set-logic AUFFPDTNIRA)
(set-info :status unsat)
(declare-const p0 Bool)
(declare-const n2 Int)
(declare-const r1 Real)
(declare-const r2 Real)
(declare-const f0 Float32)
(declare-const f1 Float32)
(declare-const f2 Float32)
(declare-const a1 (Array Int Real))
(declare-const k_y Int)
(declare-const j_a (Array Bool Float32))
(declare-const j_b (Array Bool Float32))
(declare-const j_i Bool)
(declare-const j_j Bool)
(declare-const c2 (Array Bool (_ FloatingPoint 8 24)))
(declare-const c3 (Array Bool (_ FloatingPoint 8 24)))
(assert (= c2 c3))
(assert
  (= c3
    (store (store j_a j_i (select j_a (or (> r1 7.75) j_j)))
      (or (> r1 7.75) j_j)
      (select j_a j_i))))
(assert
  (or
    (forall ((b0 Int)) (distinct (* b0 k_y) (* k_y b0)))
    (and
      (= j_b c2)
      (distinct
        (store (store j_b j_i (select j_b (or (> r1 7.75) j_j)))
          (or (> r1 7.75) j_j)
          (select j_b j_i))
        j_a))))
(assert (or j_i (distinct f0 (fp #b0 #b00000110 #b10011111101110000010001)) j_j))
(assert (or (fp.isNaN f2) p0))
(assert (<= (+ r2 4.0) 2.5 (select a1 n2)))
(assert (distinct f0 (fp #b0 #x0e #b00010110111111111000001) f1))
(check-sat)
