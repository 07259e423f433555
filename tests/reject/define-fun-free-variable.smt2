; the body mentions a variable that is no parameter
(set-logic ALL)
(define-fun f ((x Int)) Int (+ x y))
(check-sat)
