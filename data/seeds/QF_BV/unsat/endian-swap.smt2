; Swapping bytes twice.
(set-logic QF_BV)
(set-info :status unsat)
(declare-const x (_ BitVec 32))
(define-fun swap ((v (_ BitVec 32))) (_ BitVec 32)
  (concat ((_ extract 7 0) v) ((_ extract 15 8) v) ((_ extract 23 16) v) ((_ extract 31 24) v)))
(assert (distinct (swap (swap x)) x))
(check-sat)
