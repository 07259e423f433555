; the logic is a symbol, not a numeral
(set-logic 1)
(check-sat)
