; +zero of another size than the variable
(set-logic ALL)
(declare-const x Float32)
(assert (= x (_ +zero 11 53)))
(check-sat)
