; fp.gt takes no rounding mode
(set-logic ALL)
(declare-const x Float32)
(assert (fp.gt RNE x))
(check-sat)
