; I was defined inside the popped level
(set-logic ALL)
(push 1)
(define-sort I () Int)
(pop 1)
(declare-const x I)
(check-sat)
