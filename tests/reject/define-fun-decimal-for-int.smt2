; the body is a Real where an Int is promised
(set-logic ALL)
(define-fun f () Int 1.0)
(check-sat)
