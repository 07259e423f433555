; the float literal has another size than the variable
(set-logic ALL)
(declare-const x Float16)
(assert (= x (fp #b0 #x00 #b0000000000)))
(check-sat)
