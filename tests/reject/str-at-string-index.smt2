; the position of str.at is an Int
(set-logic ALL)
(assert (= "a" (str.at "a" "0")))
(check-sat)
