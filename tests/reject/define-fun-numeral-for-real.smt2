; the body is an Int where a Real is promised
(set-logic ALL)
(define-fun f () Real 1)
(check-sat)
