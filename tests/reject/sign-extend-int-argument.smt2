; sign_extend takes a bit-vector, not an Int
(set-logic ALL)
(assert (= #x00 ((_ sign_extend 4) 1)))
(check-sat)
