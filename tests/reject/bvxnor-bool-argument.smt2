; bvxnor takes bit-vectors, not Bools
(set-logic ALL)
(assert (= #b1 (bvxnor #b1 true)))
(check-sat)
