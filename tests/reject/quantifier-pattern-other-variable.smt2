; the pattern mentions an undeclared symbol
(set-logic ALL)
(declare-fun f (Int) Int)
(assert (forall ((x Int)) (! (= (f x) x) :pattern ((f y)))))
(check-sat)
