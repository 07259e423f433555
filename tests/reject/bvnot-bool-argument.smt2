; bvnot takes a bit-vector, not a Bool
(set-logic ALL)
(assert (bvnot true))
(check-sat)
