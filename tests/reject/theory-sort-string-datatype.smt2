; String belongs to the theory of the logic
(set-logic ALL)
(declare-datatype String ((empty)))
(check-sat)
