; bvsrem takes bit-vectors, not Ints
(set-logic ALL)
(assert (= #x0 (bvsrem #x0 3)))
(check-sat)
