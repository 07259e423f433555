; a pattern that applies f to too many arguments
(set-logic UFLIA)
(declare-fun f (Int) Int)
(assert (forall ((x Int)) (! (> (f x) 0) :pattern (f x true))))
(check-sat)
