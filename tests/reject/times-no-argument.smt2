; * is applied to nothing
(set-logic ALL)
(assert (= 1 (*)))
(check-sat)
