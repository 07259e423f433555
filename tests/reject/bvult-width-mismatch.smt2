; bvult over widths 8 and 16
(set-logic ALL)
(assert (bvult #x00 #x0000))
(check-sat)
