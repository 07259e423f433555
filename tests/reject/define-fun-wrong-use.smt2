; the defined function takes an Int, not a Bool
(set-logic ALL)
(define-fun f ((x Int)) Int x)
(assert (= 1 (f true)))
(check-sat)
