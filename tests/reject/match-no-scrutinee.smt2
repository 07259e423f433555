; match without the term to match on
(set-logic ALL)
(declare-datatype C ((red) (green)))
(assert (match))
(check-sat)
