; < does not compare Bools
(set-logic ALL)
(declare-const p Bool)
(declare-const q Bool)
(assert (< p q))
(check-sat)
