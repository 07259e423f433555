; the assumptions must be enclosed in a list
(set-logic ALL)
(declare-const p Bool)
(check-sat-assuming p)
