(set-logic NRA)
(set-info :status unsat)
(assert (exists ((x Real)) (= (+ (* x x) 1.0) 0.0)))
(check-sat)
