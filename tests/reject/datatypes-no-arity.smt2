; a datatype announced without its arity
(set-logic ALL)
(declare-datatypes ((A)) (((a))))
(check-sat)
