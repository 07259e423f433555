; declare-fun without its parameter list
(set-logic ALL)
(declare-fun f Int)
(check-sat)
