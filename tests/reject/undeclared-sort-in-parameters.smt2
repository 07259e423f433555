; the sort T of a parameter was never declared
(set-logic ALL)
(declare-fun f (Int T) Bool)
(check-sat)
