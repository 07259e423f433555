; the sort parameter is not visible after the declaration
(set-logic ALL)
(declare-datatype Box (par (X) ((mk (get X)))))
(declare-const x X)
(check-sat)
