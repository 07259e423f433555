; bvslt takes bit-vectors, not floats
(set-logic ALL)
(declare-const x Float32)
(assert (bvslt x x))
(check-sat)
