; an attribute of set-info without a value
(set-info :source)
(set-logic ALL)
(check-sat)
