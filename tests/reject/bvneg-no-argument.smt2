; bvneg is applied to nothing
(set-logic ALL)
(assert (= #b1 (bvneg)))
(check-sat)
