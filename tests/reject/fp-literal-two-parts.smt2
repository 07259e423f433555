; fp needs sign, exponent and significand
(set-logic ALL)
(declare-const x Float16)
(assert (= x (fp #b0 #b00000)))
(check-sat)
