; the inner x is a Bool and no Int
(set-logic ALL)
(declare-const x Int)
(assert (exists ((x Bool)) (< x 1)))
(check-sat)
