; the name is a string
(set-logic ALL)
(declare-const p Bool)
(assert (! p :named "n"))
(check-sat)
