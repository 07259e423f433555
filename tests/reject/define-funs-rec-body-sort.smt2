; the second body has the wrong sort
(set-logic ALL)
(define-funs-rec ((f ((x Int)) Int) (g ((x Int)) Bool)) ((f x) (f x)))
(check-sat)
