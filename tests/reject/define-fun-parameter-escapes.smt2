; a parameter is not visible after its definition
(set-logic ALL)
(define-fun f ((x Int)) Int x)
(assert (= x 1))
(check-sat)
