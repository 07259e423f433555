; echo takes a string, not a symbol
(set-logic ALL)
(echo hello)
