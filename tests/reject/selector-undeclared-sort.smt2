; a field of an undeclared sort
(set-logic ALL)
(declare-datatype T ((mk (f U))))
(check-sat)
