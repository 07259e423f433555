; set-info without an attribute
(set-info)
(set-logic ALL)
(check-sat)
