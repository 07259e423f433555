; one constructor has two selectors of the same name
(set-logic ALL)
(declare-datatype D ((a (f Int) (f Int))))
(check-sat)
