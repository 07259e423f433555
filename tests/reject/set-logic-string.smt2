; the logic is a symbol, not a string
(set-logic "QF_LIA")
(check-sat)
