; bvsdiv takes exactly two arguments
(set-logic ALL)
(assert (= #x0 (bvsdiv #x0 #x1 #x2)))
(check-sat)
