; accepted by: z3 cvc5 (recursive functions overloaded)
(set-logic ALL)
(define-fun-rec f ((x Int)) Int (ite (> x 0) (f (- x 1)) 0))
(define-fun-rec f ((x Bool)) Bool (ite x (f (not x)) x))
