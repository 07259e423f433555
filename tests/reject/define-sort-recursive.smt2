; a sort abbreviation cannot mention itself
(set-logic ALL)
(define-sort L () (Array Int L))
(declare-const l L)
(check-sat)
