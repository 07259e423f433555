; a datatype of arity 1 used with two arguments
(set-logic ALL)
(declare-datatype Box (par (X) ((mk (get X)))))
(declare-const b (Box Int Int))
(check-sat)
