; a keyword is no term
(set-logic ALL)
(assert :true)
(check-sat)
