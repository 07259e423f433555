(set-logic LIA)
(set-info :status unsat)
(assert (exists ((m Int)) (forall ((x Int)) (<= x m))))
(check-sat)
