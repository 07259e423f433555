; str.len takes a string, not an Int
(set-logic ALL)
(assert (= 1 (str.len 1)))
(check-sat)
