; two datatypes of one declaration have the same name
(set-logic ALL)
(declare-datatypes ((A 0) (A 0)) (((a)) ((b))))
(check-sat)
