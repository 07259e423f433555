; Floor and ceiling differ by at most one.
(set-logic QF_LIRA)
(set-info :status unsat)
(declare-const x Real)
(define-fun floor () Int (to_int x))
(define-fun ceiling () Int (- (to_int (- x))))
(assert (> (- ceiling floor) 1))
(check-sat)
