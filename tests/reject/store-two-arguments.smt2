; store without a value
(set-logic ALL)
(declare-const a (Array Int Bool))
(assert (= a (store a 1)))
(check-sat)
