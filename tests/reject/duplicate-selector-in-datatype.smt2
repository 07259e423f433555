; two constructors of one datatype share a selector name
(set-logic ALL)
(declare-datatype D ((a (f Int)) (b (f Int))))
(check-sat)
