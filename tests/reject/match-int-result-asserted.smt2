; the match is an Int
(set-logic ALL)
(declare-datatype C ((red) (green)))
(declare-const c C)
(assert (match c ((red 1) (green 2))))
(check-sat)
