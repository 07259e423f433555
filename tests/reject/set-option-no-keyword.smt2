; set-option starts with a keyword
(set-option produce-models true)
(set-logic ALL)
(check-sat)
