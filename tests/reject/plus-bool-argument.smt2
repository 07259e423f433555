; + takes numbers, not Bools
(set-logic ALL)
(declare-const x Int)
(assert (= x (+ x true)))
(check-sat)
