; the name is already a declared constant
(set-logic ALL)
(declare-const p Bool)
(assert (! p :named p))
(check-sat)
