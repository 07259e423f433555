; An even number has no inverse.
(set-logic BV)
(set-info :status unsat)
(declare-const m (_ BitVec 4))
(assert (= ((_ extract 0 0) m) #b0))
(assert (exists ((x (_ BitVec 4))) (= (bvmul x m) #x1)))
(check-sat)
