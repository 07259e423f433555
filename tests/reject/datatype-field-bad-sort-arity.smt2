; a field uses Array with a single sort
(set-logic ALL)
(declare-datatype T ((mk (f (Array Int)))))
(check-sat)
