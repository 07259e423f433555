; Made of false.array.swap and false.quant.array-sorted.
(set-logic AUFBVDTNIRA)
(set-info :status unsat)
(declare-datatypes ((Expr 0) (Exprs 0))
  (((atom (datum Real)) (apply (arguments Exprs)))
   ((none) (more (this Expr) (rest Exprs)))))
(declare-const p0 Bool)
(declare-const n0 Int)
(declare-const r0 Real)
(declare-const r1 Real)
(declare-const v0 (_ BitVec 8))
(declare-const v1 (_ BitVec 8))
(declare-const d2 Exprs)
(declare-const d3 Exprs)
(declare-const k_a (Array Expr Expr))
(declare-const k_b (Array Expr Expr))
(declare-const k_i Expr)
(declare-const j_a (Array Int Int))
(declare-const c0 (Array Expr Expr))
(declare-const c1 Expr)
(assert (bvsle (bvnand #x0c v0) #xff))
(assert (bvsgt v1 (bvnot v1)))
(assert (bvsge v0 #x04))
(assert (< (- r1 r1) (- 8.1 r1)))
(assert
  (not
    (=>
      (not
        (=>
          (ite (> r1 r0)
            (and
              (= k_b (store (store k_a k_i (select k_a c1)) c1 (select k_a k_i)))
              (distinct (store c0 c1 (select k_b k_i)) k_a))
            (and
              (forall ((i Int) (j Int)) (=> (< i j) (<= (select j_a i) (select j_a j))))
              (> (select j_a n0) (select j_a (+ n0 3)))))
          (not (= (store k_b k_i (select k_b c1)) c0))))
      (not (= c1 (this (ite p0 d3 d2)))))))
(check-sat)
