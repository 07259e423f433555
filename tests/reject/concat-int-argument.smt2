; concat takes bit-vectors, not Ints
(set-logic ALL)
(assert (= #x00 (concat #x0 0)))
(check-sat)
