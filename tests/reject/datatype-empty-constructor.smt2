; a constructor without a name
(set-logic ALL)
(declare-datatype T (()))
(check-sat)
