; fp.add without its rounding mode
(set-logic ALL)
(declare-const x Float32)
(assert (fp.eq x (fp.add x x)))
(check-sat)
