; A was declared inside the popped level
(set-logic ALL)
(push 1)
(declare-datatype A ((a)))
(pop 1)
(assert (= a a))
(check-sat)
