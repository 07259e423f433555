; the body calls an undeclared function
(set-logic ALL)
(define-fun-rec f ((x Int)) Int (g x))
(check-sat)
