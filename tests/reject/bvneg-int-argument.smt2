; bvneg takes a bit-vector, not an Int
(set-logic ALL)
(assert (= #b1 (bvneg 1)))
(check-sat)
