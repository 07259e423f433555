; check-sat-assuming takes a single list
(set-logic ALL)
(declare-const p Bool)
(check-sat-assuming (p) (p))
