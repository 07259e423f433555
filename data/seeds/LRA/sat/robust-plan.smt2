; One setting that works for all disturbances.
(set-logic LRA)
(set-info :status sat)
(declare-const u Real)
(assert (forall ((w Real)) (=> (<= (- 1.0) w 1.0) (<= 2.0 (+ u w) 5.0))))
(check-sat)
