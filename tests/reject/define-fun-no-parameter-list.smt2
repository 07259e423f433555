; define-fun without its parameter list
(set-logic ALL)
(define-fun f Int 1)
(check-sat)
