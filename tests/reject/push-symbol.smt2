; the number of levels is a numeral, not a symbol
(set-logic ALL)
(push n)
(check-sat)
