(set-logic ALIA)
(set-info :status unsat)
(declare-const a (Array Int Int))
(declare-const n Int)
(declare-const k Int)
(assert
  (forall ((i Int) (j Int)) (=> (and (<= 0 i) (<= i j) (< j n)) (<= (select a i) (select a j)))))
(assert (and (<= 0 k) (< k n) (< (select a k) (select a 0))))
(check-sat)
