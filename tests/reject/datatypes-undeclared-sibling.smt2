; a field names a datatype that is declared nowhere
(set-logic ALL)
(declare-datatypes ((A 0) (B 0)) (((a (f C))) ((b))))
(check-sat)
