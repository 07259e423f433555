; a bit-vector constant of width 0
(set-logic ALL)
(assert (= (_ bv0 0) (_ bv0 0)))
(check-sat)
