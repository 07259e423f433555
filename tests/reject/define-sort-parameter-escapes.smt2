; a sort parameter is not visible after its definition
(set-logic ALL)
(define-sort Map (T) (Array Int T))
(declare-const x T)
(check-sat)
