; a constructor without fields is not applied to nothing
(set-logic ALL)
(declare-datatype C ((red) (green)))
(assert (= (red) green))
(check-sat)
