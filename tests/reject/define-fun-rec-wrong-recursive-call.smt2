; the recursive call has one argument too many
(set-logic ALL)
(define-fun-rec f ((x Int)) Int (ite (< x 1) 0 (f x x)))
(check-sat)
