(set-logic BV)
(set-info :status unsat)
(assert (exists ((x (_ BitVec 8))) (forall ((y (_ BitVec 8))) (distinct y (bvadd x #x01)))))
(check-sat)
