; abs takes an Int, not a Bool
(set-logic ALL)
(declare-const p Bool)
(assert (= 1 (abs p)))
(check-sat)
