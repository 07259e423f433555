; a string at top level
(set-logic ALL)
"text"
(check-sat)
