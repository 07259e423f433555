; f gives a U, used as a Bool
(set-logic ALL)
(declare-sort U 0)
(declare-fun f (U) U)
(declare-const u U)
(assert (f u))
(check-sat)
