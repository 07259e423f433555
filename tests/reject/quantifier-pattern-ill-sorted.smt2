; the pattern applies f to a Bool
(set-logic ALL)
(declare-fun f (Int) Int)
(assert (forall ((x Int)) (! (= (f x) x) :pattern ((f true)))))
(check-sat)
