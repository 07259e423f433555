; The model is irrational.
(set-logic QF_NRA)
(set-info :status sat)
(declare-const x Real)
(assert (= (* x x) (+ x 1.0)))
(assert (> x 0.0))
(check-sat)
