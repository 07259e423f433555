; A rectangle of area 6 with a side of 2.
(set-logic NRA)
(set-info :status sat)
(declare-const b Real)
(assert (exists ((x Real)) (and (= (* b x) 6.0) (= x 2.0))))
(assert (> b 2.5))
(check-sat)
