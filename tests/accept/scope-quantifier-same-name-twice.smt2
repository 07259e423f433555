; accepted by: z3 cvc5 (one quantifier that binds a name twice)
(set-logic ALL)
(assert (forall ((x Int) (x Int)) (= x x)))
(check-sat)
