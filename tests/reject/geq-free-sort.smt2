; >= does not compare elements of a declared sort
(set-logic ALL)
(declare-sort U 0)
(declare-const u U)
(assert (>= u u))
(check-sat)
