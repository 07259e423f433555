; a lambda is not applied where an operator belongs
(set-logic ALL)
(assert (= ((lambda ((x Int)) x) 1) 1))
(check-sat)
