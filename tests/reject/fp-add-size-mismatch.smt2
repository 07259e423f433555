; fp.add over floats of different sizes
(set-logic ALL)
(declare-const x Float32)
(declare-const y Float64)
(assert (fp.eq y (fp.add RNE x y)))
(check-sat)
