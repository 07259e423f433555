; a field without its sort
(set-logic ALL)
(declare-datatype T ((mk (f))))
(check-sat)
