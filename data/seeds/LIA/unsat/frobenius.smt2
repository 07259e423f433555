; Every number from 8 on is a sum of 3s and 5s: so 11 is.
(set-logic LIA)
(set-info :status unsat)
(assert (not (exists ((a Int) (b Int)) (and (>= a 0) (>= b 0) (= (+ (* 3 a) (* 5 b)) 11)))))
(check-sat)
