; Made of false.num.absolute.
(set-logic UFBVDTLIA)
(set-info :status unsat)
(declare-sort U 0)
(declare-datatypes ((Tree 0)) (((leaf) (node (left Tree) (label Int) (right Tree)))))
(declare-datatypes ((Shape 0)) (((circle (radius Int)) (box (width Int) (height U)))))
(declare-const p0 Bool)
(declare-const p2 Bool)
(declare-const p3 Bool)
(declare-const n0 Int)
(declare-const n3 Int)
(declare-const d0 Tree)
(declare-const d2 Tree)
(declare-const d7 Shape)
(declare-const k_x Int)
(declare-const k_y Int)
(assert (and (> n3 9693) (<= 7 n3 k_x)))
(assert (<= (width d7) (- n3 22 n3)))
(assert
  (not
    (or
      (not
        (= k_y
          (ite (< (+ (+ n0 n0) (width d7)) 0)
            (- (+ (+ n0 n0) (width d7)))
            (+ (+ n0 n0) (width d7)))))
      (not (< k_y 0)))))
(assert (>= k_x k_y))
(assert (and (ite p3 p3 p0) ((_ is leaf) leaf) p2))
(assert (distinct (left d2) (node d0 k_y d2)))
(check-sat)
