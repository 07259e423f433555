; declare-datatypes without anything
(set-logic ALL)
(declare-datatypes)
(check-sat)
