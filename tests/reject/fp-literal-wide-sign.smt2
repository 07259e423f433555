; the sign of a float literal has width 1
(set-logic ALL)
(declare-const x Float16)
(assert (= x (fp #b00 #b00000 #b0000000000)))
(check-sat)
