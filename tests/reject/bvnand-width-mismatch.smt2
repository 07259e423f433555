; bvnand over widths 4 and 8
(set-logic ALL)
(assert (= #x0 (bvnand #x0 #x00)))
(check-sat)
