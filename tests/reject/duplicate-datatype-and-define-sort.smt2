; the name of the datatype is a defined sort
(set-logic ALL)
(define-sort D () Int)
(declare-datatype D ((a)))
(check-sat)
