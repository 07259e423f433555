; an annotation without a term
(set-logic ALL)
(assert (!))
(check-sat)
