; the first assert is fine, the second is not
(set-logic ALL)
(declare-const x Int)
(assert (> x 0))
(assert (> x "0"))
(check-sat)
