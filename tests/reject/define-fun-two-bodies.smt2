; define-fun with two bodies
(set-logic ALL)
(define-fun f ((x Int)) Int x x)
(check-sat)
