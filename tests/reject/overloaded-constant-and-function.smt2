; f is a constant and a function, the bare name is ambiguous
(set-logic ALL)
(declare-fun f () Int)
(declare-fun f (Int) Int)
(assert (= f (f 1)))
(check-sat)
