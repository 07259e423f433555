; concat is applied to nothing
(set-logic ALL)
(assert (= #x0 (concat)))
(check-sat)
