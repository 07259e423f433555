; one datatype is announced, two are given
(set-logic ALL)
(declare-datatypes ((A 0)) (((a)) ((b))))
(check-sat)
