(set-logic FP)
(set-info :status unsat)
(assert (forall ((x Float32)) (fp.leq x x)))
(check-sat)
