; bv2nat takes a bit-vector, not an Int
(set-logic ALL)
(assert (= 1 (bv2nat 1)))
(check-sat)
