; not takes a Bool, not an Int
(set-logic ALL)
(declare-const x Int)
(assert (not x))
(check-sat)
