; the body of the sort abbreviation mentions an undeclared sort
(set-logic ALL)
(define-sort Map (T) (Array K T))
(check-sat)
