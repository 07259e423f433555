; / takes Reals, not Bools
(set-logic ALL)
(declare-const r Real)
(assert (= r (/ true r)))
(check-sat)
