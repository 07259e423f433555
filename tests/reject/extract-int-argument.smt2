; extract takes a bit-vector, not an Int
(set-logic ALL)
(declare-const x Int)
(assert (= #b0 ((_ extract 0 0) x)))
(check-sat)
