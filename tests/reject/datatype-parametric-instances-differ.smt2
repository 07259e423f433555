; = between two different instances
(set-logic ALL)
(declare-datatype Box (par (X) ((mk (get X)))))
(declare-const b (Box Int))
(declare-const c (Box Bool))
(assert (= b c))
(check-sat)
