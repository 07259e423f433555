; f gives an Int, not a Bool
(set-logic ALL)
(declare-fun f (Int) Int)
(assert ((as f Bool) 1))
(check-sat)
