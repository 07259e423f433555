; there is no exponent notation
(set-logic ALL)
(declare-const r Real)
(assert (= r 1e5))
(check-sat)
