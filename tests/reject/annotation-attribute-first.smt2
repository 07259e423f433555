; the term comes before its attributes
(set-logic ALL)
(declare-const p Bool)
(assert (! :named n p))
(check-sat)
