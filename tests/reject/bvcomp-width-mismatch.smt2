; bvcomp over widths 4 and 8
(set-logic ALL)
(assert (= #b1 (bvcomp #x0 #x00)))
(check-sat)
