; a backquote starts nothing
(set-logic ALL)
`
(check-sat)
