; define-fun-rec without a body
(set-logic ALL)
(define-fun-rec f ((x Int)) Int)
(check-sat)
