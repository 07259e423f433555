; Made of false.int.coins and false.num.double.
(set-logic LIA)
(set-info :status unsat)
(declare-const p1 Bool)
(declare-const n0 Int)
(declare-const n1 Int)
(declare-const n2 Int)
(declare-const k_x Int)
(declare-const k_y Int)
(declare-const c1 Int)
(declare-const c2 Int)
(assert (< k_y (+ n2 9) (mod n2 4)))
(assert
  (ite
    (or
      (and (and (>= k_x 0) (>= k_y 0)) (= (+ c1 (* 5 k_y)) 4))
      (exists ((b0 Int))
        (and
          (= (+ b0 b0) (+ (mod (ite p1 b0 9) (- 6)) (mod (ite p1 b0 9) (- 6))))
          (not (= b0 (mod (ite p1 b0 9) (- 6)))))))
    (= c1 c2)
    false))
(assert (= (- n1 0 n0) k_x))
(assert (= c2 (* 3 k_x)))
(assert (< n2 (div n0 2)))
(check-sat)
