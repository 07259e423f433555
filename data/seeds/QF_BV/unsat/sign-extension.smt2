; Extending, adding and cutting is adding.
(set-logic QF_BV)
(set-info :status unsat)
(declare-const a (_ BitVec 8))
(declare-const b (_ BitVec 8))
(assert
  (distinct ((_ extract 7 0) (bvadd ((_ sign_extend 8) a) ((_ sign_extend 8) b))) (bvadd a b)))
(check-sat)
