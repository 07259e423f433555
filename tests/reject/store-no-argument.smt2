; store is applied to nothing
(set-logic ALL)
(declare-const a (Array Int Int))
(assert (= a (store)))
(check-sat)
