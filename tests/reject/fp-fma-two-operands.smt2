; fp.fma needs three floats
(set-logic ALL)
(declare-const x Float32)
(assert (fp.eq x (fp.fma RNE x x)))
(check-sat)
