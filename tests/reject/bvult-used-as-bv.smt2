; bvult gives a Bool, not a bit-vector
(set-logic ALL)
(assert (= #b1 (bvult #x0 #x1)))
(check-sat)
