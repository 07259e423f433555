; = between a numeral and a string
(set-logic ALL)
(assert (= 1 "1"))
(check-sat)
