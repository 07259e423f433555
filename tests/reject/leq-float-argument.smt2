; <= does not compare floats
(set-logic ALL)
(declare-const f Float32)
(assert (<= f f))
(check-sat)
