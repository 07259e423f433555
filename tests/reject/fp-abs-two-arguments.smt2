; fp.abs takes exactly one argument
(set-logic ALL)
(declare-const x Float32)
(assert (fp.eq x (fp.abs x x)))
(check-sat)
