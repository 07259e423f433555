; f is defined twice
(set-logic ALL)
(define-fun f ((x Int)) Int x)
(define-fun f ((x Int)) Int (+ x 1))
(check-sat)
