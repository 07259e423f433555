; NaN without the sizes of its sort
(set-logic ALL)
(declare-const x Float32)
(assert (= x NaN))
(check-sat)
