; a selector of another datatype
(set-logic ALL)
(declare-datatype A ((a (fa Int))))
(declare-datatype B ((b (fb Int))))
(declare-const x A)
(assert (= 0 (fb x)))
(check-sat)
