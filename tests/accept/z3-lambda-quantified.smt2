; accepted by: z3 (arrays bound by quantifiers and applied)
(declare-const x Int)
(assert (forall ((a (Array Int Int))) (=> (= (a 0) 1) (= (select a 0) 1))))
(check-sat)
