; two terms have the same name
(set-logic ALL)
(declare-const p Bool)
(assert (! p :named n))
(assert (! (not p) :named n))
(check-sat)
