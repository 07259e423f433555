; a datatype named by a numeral
(set-logic ALL)
(declare-datatypes ((1 0)) (((a))))
(check-sat)
