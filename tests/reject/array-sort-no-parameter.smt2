; Array takes two sorts, not none
(set-logic ALL)
(declare-const a Array)
(check-sat)
