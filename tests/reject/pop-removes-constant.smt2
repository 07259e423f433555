; x was declared inside the popped level
(set-logic ALL)
(push 1)
(declare-const x Int)
(pop 1)
(assert (= x 0))
(check-sat)
