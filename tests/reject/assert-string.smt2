; a string is asserted
(set-logic ALL)
(assert "true")
(check-sat)
