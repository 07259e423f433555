; two declarations but a single body
(set-logic ALL)
(define-funs-rec ((f ((x Int)) Int) (g ((x Int)) Int)) ((g x)))
(check-sat)
