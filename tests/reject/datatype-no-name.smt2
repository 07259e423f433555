; declare-datatype without a name
(set-logic ALL)
(declare-datatype ((a)))
(check-sat)
