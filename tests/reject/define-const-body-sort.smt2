; the value is a Bool, the sort Int
(set-logic ALL)
(define-const c Int true)
(check-sat)
