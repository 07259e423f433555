; the bound variables must be enclosed in a list
(set-logic ALL)
(assert (exists (x Int) (= x 1)))
(check-sat)
