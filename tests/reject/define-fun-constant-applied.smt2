; a definition without parameters takes no argument
(set-logic ALL)
(define-fun c () Int 1)
(assert (= 1 (c 1)))
(check-sat)
