; the sort I is defined twice
(set-logic ALL)
(define-sort I () Int)
(define-sort I () Bool)
(check-sat)
