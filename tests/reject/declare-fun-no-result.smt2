; declare-fun without a result sort
(set-logic ALL)
(declare-fun f (Int))
(check-sat)
