; bvsge takes exactly two arguments
(set-logic ALL)
(assert (bvsge #x0 #x0 #x0))
(check-sat)
