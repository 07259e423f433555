; an attribute starts with a keyword
(set-logic ALL)
(declare-const p Bool)
(assert (! p named n))
(check-sat)
