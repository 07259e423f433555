; a command starts with a symbol
(set-logic ALL)
(1 2)
(check-sat)
