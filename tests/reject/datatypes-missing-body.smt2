; two datatypes are announced, one is given
(set-logic ALL)
(declare-datatypes ((A 0) (B 0)) (((a))))
(check-sat)
