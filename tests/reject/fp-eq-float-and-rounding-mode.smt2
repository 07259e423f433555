; = between a float and a rounding mode
(set-logic ALL)
(declare-const x Float32)
(assert (= x RTZ))
(check-sat)
