; the term mentions an undeclared symbol
(set-option :produce-models true)
(set-logic ALL)
(check-sat)
(get-value (y))
