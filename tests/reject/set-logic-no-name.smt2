; set-logic without a logic
(set-logic)
(check-sat)
