; no space between the base and the digits
(set-logic ALL)
(assert (= #b 1 #b1))
(check-sat)
