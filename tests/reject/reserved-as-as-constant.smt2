; as is a reserved word
(set-logic ALL)
(declare-const as Int)
(check-sat)
