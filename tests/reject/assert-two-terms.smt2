; assert with two terms
(set-logic ALL)
(assert true false)
(check-sat)
