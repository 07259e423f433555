; select gives an Int here, not a Bool
(set-logic ALL)
(declare-const a (Array Int Int))
(assert (select a 1))
(check-sat)
