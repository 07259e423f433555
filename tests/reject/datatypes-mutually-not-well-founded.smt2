; two datatypes that only build on each other have no finite value
(set-logic ALL)
(declare-datatypes ((A 0) (B 0)) (((mka (fa B))) ((mkb (fb A)))))
(check-sat)
