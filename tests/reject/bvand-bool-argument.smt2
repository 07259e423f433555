; bvand takes bit-vectors, not Bools
(set-logic ALL)
(declare-const p Bool)
(assert (= #b1 (bvand #b1 p)))
(check-sat)
