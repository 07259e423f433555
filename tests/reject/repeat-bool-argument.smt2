; repeat takes a bit-vector, not a Bool
(set-logic ALL)
(assert (= #b11 ((_ repeat 2) true)))
(check-sat)
