(set-logic LIA)
(set-info :status unsat)
(assert
  (exists ((x Int) (y Int) (z Int))
    (and (distinct x y z) (<= 0 x 1) (<= 0 y 1) (<= 0 z 1))))
(check-sat)
