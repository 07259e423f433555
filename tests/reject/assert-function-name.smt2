; a function without its arguments is asserted
(set-logic ALL)
(declare-fun p (Int) Bool)
(assert p)
(check-sat)
