; bvor over widths 1 and 2
(set-logic ALL)
(assert (= #b1 (bvor #b1 #b10)))
(check-sat)
