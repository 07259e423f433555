; the datatype has the name of a declared sort
(set-logic ALL)
(declare-sort A 0)
(declare-datatype A ((a)))
(check-sat)
