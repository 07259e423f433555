; a body uses the parameter of another function
(set-logic ALL)
(define-funs-rec ((f ((x Int)) Int) (g ((y Int)) Int)) ((g y) (f y)))
(check-sat)
