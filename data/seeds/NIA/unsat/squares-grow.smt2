(set-logic NIA)
(set-info :status unsat)
(assert (exists ((x Int)) (and (> x 1) (<= (* x x) x))))
(check-sat)
