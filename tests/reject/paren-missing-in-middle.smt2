; an assert is not closed before the next command
(set-logic ALL)
(declare-const p Bool)
(assert (or p p)
(check-sat)
