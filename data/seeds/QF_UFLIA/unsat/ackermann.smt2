; Three points and a function with two values on them.
(set-logic QF_UFLIA)
(set-info :status unsat)
(declare-fun f (Int) Int)
(declare-const x Int)
(declare-const y Int)
(assert (and (<= 1 x 2) (<= 1 y 2) (<= 1 (f x) 1) (<= 2 (f y) 2)))
(assert (= (f 1) (f 2)))
(check-sat)
