; set-option without an option
(set-option)
(set-logic ALL)
(check-sat)
