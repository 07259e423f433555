; a decimal needs digits before its point
(set-logic ALL)
(declare-const r Real)
(assert (= r .5))
(check-sat)
