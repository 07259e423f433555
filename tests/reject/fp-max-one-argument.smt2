; fp.max takes exactly two arguments
(set-logic ALL)
(declare-const x Float32)
(assert (fp.eq x (fp.max x)))
(check-sat)
