; a sort is no term
(set-logic ALL)
(declare-sort U 0)
(declare-const u U)
(assert (= u U))
(check-sat)
