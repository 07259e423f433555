; bvult takes bit-vectors, not Ints
(set-logic ALL)
(assert (bvult 1 2))
(check-sat)
