; a case for a constructor of another datatype
(set-logic ALL)
(declare-datatype A ((a1) (a2)))
(declare-datatype B ((b1 (f Int))))
(declare-const x A)
(assert (match x ((a1 true) ((b1 n) true) (y true))))
(check-sat)
