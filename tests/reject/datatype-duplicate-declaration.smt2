; the datatype is declared twice
(set-logic ALL)
(declare-datatype A ((a)))
(declare-datatype A ((b)))
(check-sat)
