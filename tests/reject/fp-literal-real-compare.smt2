; = between a float and a Real
(set-logic ALL)
(declare-const x Float32)
(assert (= x 1.0))
(check-sat)
