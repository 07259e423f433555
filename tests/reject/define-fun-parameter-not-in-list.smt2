; parameters must be enclosed in a list
(set-logic ALL)
(define-fun f (x Int) Int x)
(check-sat)
