; a constructor of one datatype where another is expected
(set-logic ALL)
(declare-datatype A ((a)))
(declare-datatype B ((b)))
(declare-const x A)
(assert (= x b))
(check-sat)
