; distinct over an Int and a bit-vector
(set-logic ALL)
(declare-const x Int)
(assert (distinct x #b01))
(check-sat)
