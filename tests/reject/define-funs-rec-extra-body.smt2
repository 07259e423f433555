; one declaration but two bodies
(set-logic ALL)
(define-funs-rec ((f ((x Int)) Int)) (x x))
(check-sat)
