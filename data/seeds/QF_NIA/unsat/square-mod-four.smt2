; No square leaves 3 when divided by 4.
(set-logic QF_NIA)
(set-info :status unsat)
(declare-const x Int)
(declare-const k Int)
(assert (<= 0 x 3))
(assert (= (* x x) (+ (* 4 k) 3)))
(check-sat)
