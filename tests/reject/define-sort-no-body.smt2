; define-sort without a body
(set-logic ALL)
(define-sort Map (T))
(check-sat)
