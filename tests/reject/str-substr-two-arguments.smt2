; str.substr without a length
(set-logic ALL)
(assert (= "a" (str.substr "abc" 0)))
(check-sat)
