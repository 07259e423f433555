; the defined function takes two arguments
(set-logic ALL)
(define-fun f ((x Int) (y Int)) Int (+ x y))
(assert (= 1 (f 1)))
(check-sat)
