; bvudiv takes exactly two arguments
(set-logic ALL)
(assert (= #x0 (bvudiv #x0)))
(check-sat)
