; str.to_code takes a string, not an Int
(set-logic ALL)
(assert (= 65 (str.to_code 65)))
(check-sat)
