; a field must be enclosed in a list
(set-logic ALL)
(declare-datatype T ((mk f Int)))
(check-sat)
