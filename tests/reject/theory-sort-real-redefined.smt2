; Real belongs to the theory of the logic
(set-logic ALL)
(define-sort Real () Int)
(check-sat)
