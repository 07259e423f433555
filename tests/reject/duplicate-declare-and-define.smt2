; f is first declared, then defined
(set-logic ALL)
(declare-fun f (Int) Int)
(define-fun f ((x Int)) Int x)
(check-sat)
