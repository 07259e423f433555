; declare-datatype without constructors
(set-logic ALL)
(declare-datatype A)
(check-sat)
