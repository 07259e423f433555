; bvsmod over widths 4 and 8
(set-logic ALL)
(assert (= #x0 (bvsmod #x0 #x00)))
(check-sat)
