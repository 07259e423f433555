; the same logic is set twice
(set-logic ALL)
(set-logic ALL)
(check-sat)
