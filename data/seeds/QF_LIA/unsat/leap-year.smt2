; A year that 400 divides is a leap year.
(set-logic QF_LIA)
(set-info :status unsat)
(declare-const y Int)
(define-fun leap () Bool (and (= (mod y 4) 0) (or (not (= (mod y 100) 0)) (= (mod y 400) 0))))
(assert (and (>= y 1582) (= (mod y 400) 0)))
(assert (not leap))
(check-sat)
