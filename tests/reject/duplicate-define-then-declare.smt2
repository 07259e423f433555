; f is first defined, then declared
(set-logic ALL)
(define-fun f ((x Int)) Int x)
(declare-fun f (Int) Int)
(check-sat)
