; reset removes every declaration
(set-logic ALL)
(declare-const x Int)
(reset)
(set-logic ALL)
(assert (= x 0))
(check-sat)
