; Array takes two sorts, not one
(set-logic ALL)
(declare-const a (Array Int))
(check-sat)
