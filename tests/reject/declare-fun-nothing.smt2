; declare-fun without anything
(set-logic ALL)
(declare-fun)
(check-sat)
