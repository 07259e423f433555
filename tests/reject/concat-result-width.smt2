; the result of concat has the sum of the widths
(set-logic ALL)
(assert (= #x00 (concat #x0 #x00)))
(check-sat)
