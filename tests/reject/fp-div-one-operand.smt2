; fp.div needs two floats
(set-logic ALL)
(declare-const x Float32)
(assert (fp.eq x (fp.div RNE x)))
(check-sat)
