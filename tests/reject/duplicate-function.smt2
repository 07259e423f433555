; f is declared twice with the same signature
(set-logic ALL)
(declare-fun f (Int) Int)
(declare-fun f (Int) Int)
(check-sat)
