; fp.lt needs at least two arguments
(set-logic ALL)
(declare-const x Float32)
(assert (fp.lt x))
(check-sat)
