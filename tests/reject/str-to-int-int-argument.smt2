; str.to_int takes a string, not an Int
(set-logic ALL)
(assert (= 1 (str.to_int 1)))
(check-sat)
