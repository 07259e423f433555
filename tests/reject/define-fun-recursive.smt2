; define-fun does not allow recursion
(set-logic ALL)
(define-fun f ((x Int)) Int (ite (< x 1) 0 (f (- x 1))))
(check-sat)
