; one datatype has two constructors of the same name
(set-logic ALL)
(declare-datatype T ((a) (a)))
(check-sat)
