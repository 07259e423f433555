; bvsub over widths 8 and 4
(set-logic ALL)
(assert (= #x00 (bvsub #x00 #x0)))
(check-sat)
