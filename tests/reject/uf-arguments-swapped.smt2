; f takes an Int and then a Bool
(set-logic ALL)
(declare-fun f (Int Bool) Bool)
(assert (f true 1))
(check-sat)
