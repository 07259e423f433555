; an empty list is no sort
(set-logic ALL)
(declare-const x ())
(check-sat)
