; fp.leq over floats of different sizes
(set-logic ALL)
(declare-const x Float32)
(declare-const y Float64)
(assert (fp.leq x y))
(check-sat)
