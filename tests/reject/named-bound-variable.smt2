; a named term mentions a bound variable
(set-logic ALL)
(assert (forall ((x Int)) (! (= x x) :named n)))
(check-sat)
