; the field of a (Box Int) is an Int, not a Bool
(set-logic ALL)
(declare-datatype Box (par (X) ((mk (get X)))))
(declare-const b (Box Int))
(assert (get b))
(check-sat)
