; a decimal has a single point
(set-logic ALL)
(declare-const r Real)
(assert (= r 1.2.3))
(check-sat)
