; str.from_code takes an Int, not a string
(set-logic ALL)
(assert (= "A" (str.from_code "A")))
(check-sat)
