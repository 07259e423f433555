; - takes a number, not a Bool
(set-logic ALL)
(declare-const p Bool)
(assert (= 0 (- p)))
(check-sat)
