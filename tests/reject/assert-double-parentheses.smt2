; a term in superfluous parentheses
(set-logic ALL)
(declare-const p Bool)
(assert ((not p)))
(check-sat)
