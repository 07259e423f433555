; bvsub takes exactly two arguments
(set-logic ALL)
(assert (= #b1 (bvsub #b1)))
(check-sat)
