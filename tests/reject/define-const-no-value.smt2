; define-const without a value
(set-logic ALL)
(define-const c Int)
(check-sat)
