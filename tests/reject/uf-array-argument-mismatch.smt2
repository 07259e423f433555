; f takes an array from Int to Bool
(set-logic ALL)
(declare-fun f ((Array Int Bool)) Bool)
(declare-const a (Array Bool Int))
(assert (f a))
(check-sat)
