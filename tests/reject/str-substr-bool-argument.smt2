; the start of str.substr is an Int
(set-logic ALL)
(assert (= "a" (str.substr "abc" true 1)))
(check-sat)
