; :named without a name
(set-logic ALL)
(declare-const p Bool)
(assert (! p :named))
(check-sat)
