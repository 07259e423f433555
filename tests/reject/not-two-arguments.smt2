; not takes exactly one argument
(set-logic ALL)
(declare-const p Bool)
(assert (not p p))
(check-sat)
