; fp.add gives a float, not a Bool
(set-logic ALL)
(declare-const x Float32)
(assert (fp.add RNE x x))
(check-sat)
