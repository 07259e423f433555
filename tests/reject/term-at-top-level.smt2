; a keyword at top level
(set-logic ALL)
:named
(check-sat)
