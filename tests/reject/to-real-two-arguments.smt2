; to_real takes exactly one argument
(set-logic ALL)
(assert (= 1.0 (to_real 1 2)))
(check-sat)
