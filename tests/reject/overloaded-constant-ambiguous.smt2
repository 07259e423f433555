; x has two sorts and the use does not say which
(set-logic ALL)
(declare-const x Int)
(declare-const x Bool)
(assert x)
(check-sat)
