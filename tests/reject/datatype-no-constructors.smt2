; a datatype without constructors
(set-logic ALL)
(declare-datatype T ())
(check-sat)
