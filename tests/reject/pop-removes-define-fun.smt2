; f was defined inside the popped level
(set-logic ALL)
(push 1)
(define-fun f () Int 1)
(pop 1)
(assert (= f 1))
(check-sat)
