; a parameter of sort Int is applied
(set-logic ALL)
(define-fun f ((x Int)) Int (x 1))
(check-sat)
