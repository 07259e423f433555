; a parameter without its sort
(set-logic ALL)
(define-fun f ((x)) Int 1)
(check-sat)
