; a decimal literal cannot be applied
(set-logic ALL)
(assert (= 1.0 (1.0 2.0)))
(check-sat)
