; fp.min over floats of different sizes
(set-logic ALL)
(declare-const x Float32)
(declare-const y Float16)
(assert (fp.eq x (fp.min x y)))
(check-sat)
