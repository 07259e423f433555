; the body is a Bool, the result sort Int
(set-logic ALL)
(define-fun f ((x Int)) Int (< x 1))
(check-sat)
