; bvmul over widths 8 and 4
(set-logic ALL)
(assert (= #x00 (bvmul #x00 #x0)))
(check-sat)
