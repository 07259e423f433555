; the body is an Int, the result sort Bool
(set-logic ALL)
(define-fun-rec f ((x Int)) Bool (ite (< x 1) x 2))
(check-sat)
