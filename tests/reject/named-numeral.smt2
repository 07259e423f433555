; the name is a numeral
(set-logic ALL)
(declare-const p Bool)
(assert (! p :named 1))
(check-sat)
