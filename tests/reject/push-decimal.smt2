; the number of levels is a numeral
(set-logic ALL)
(push 1.5)
(check-sat)
