; bvnor takes exactly two arguments
(set-logic ALL)
(assert (= #x0 (bvnor #x0 #x0 #x0)))
(check-sat)
