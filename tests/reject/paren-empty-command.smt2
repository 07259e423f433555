; an empty list is no command
(set-logic ALL)
()
(check-sat)
