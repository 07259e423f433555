; bvult takes exactly two arguments
(set-logic ALL)
(assert (bvult #b0 #b1 #b1))
(check-sat)
