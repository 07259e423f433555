; a lone underscore is a reserved word
(set-logic ALL)
(declare-const _ Int)
(check-sat)
