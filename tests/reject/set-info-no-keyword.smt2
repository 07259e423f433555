; set-info starts with a keyword
(set-info status sat)
(set-logic ALL)
(check-sat)
