; a signature without its result sort
(set-logic ALL)
(define-funs-rec ((f ((x Int)))) (x))
(check-sat)
