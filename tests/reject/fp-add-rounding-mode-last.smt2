; fp.add with its rounding mode in the wrong place
(set-logic ALL)
(declare-const x Float32)
(assert (fp.eq x (fp.add x x RNE)))
(check-sat)
