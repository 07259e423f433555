; iff is no operator of the standard
(set-logic ALL)
(declare-const p Bool)
(assert (iff p p))
(check-sat)
