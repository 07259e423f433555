; an annotation has a single term
(set-logic ALL)
(declare-const p Bool)
(assert (! p p :named n))
(check-sat)
