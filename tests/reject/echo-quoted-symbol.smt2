; echo takes a string, not a quoted symbol
(set-logic ALL)
(echo |hello|)
