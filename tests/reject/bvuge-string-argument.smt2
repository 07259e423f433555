; bvuge takes bit-vectors, not strings
(set-logic ALL)
(assert (bvuge #x0 "0"))
(check-sat)
