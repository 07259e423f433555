; an attribute of set-info with two values
(set-info :source here there)
(set-logic ALL)
(check-sat)
