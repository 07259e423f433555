; bvcomp gives a bit-vector, not a Bool
(set-logic ALL)
(assert (bvcomp #x0 #x0))
(check-sat)
