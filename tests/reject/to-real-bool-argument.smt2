; to_real takes an Int, not a Bool
(set-logic ALL)
(assert (= 1.0 (to_real true)))
(check-sat)
