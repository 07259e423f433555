; define-fun without a body
(set-logic ALL)
(define-fun f ((x Int)) Int)
(check-sat)
