(set-logic QF_UFLIA)
(set-info :status unsat)
(declare-fun fib (Int) Int)
(declare-const n Int)
(assert
  (and
    (= (fib (+ n 2)) (+ (fib (+ n 1)) (fib n)))
    (= (fib (+ n 3)) (+ (fib (+ n 2)) (fib (+ n 1))))))
(assert (and (>= (fib n) 1) (>= (fib (+ n 1)) 1)))
(assert (<= (fib (+ n 3)) 2))
(check-sat)
