; the sort of a bound variable was never declared
(set-logic ALL)
(assert (forall ((x T)) (= x x)))
(check-sat)
