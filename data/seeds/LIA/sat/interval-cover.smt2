; Some number is not covered by two intervals.
(set-logic LIA)
(set-info :status sat)
(declare-const a Int)
(declare-const b Int)
(assert (< a b))
(assert (exists ((x Int)) (and (> x 0) (not (<= a x b)) (not (<= (+ a 10) x (+ b 10))))))
(check-sat)
