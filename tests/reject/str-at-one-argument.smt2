; str.at without a position
(set-logic ALL)
(assert (= "a" (str.at "a")))
(check-sat)
