; str.from_int takes an Int, not a string
(set-logic ALL)
(assert (= "1" (str.from_int "1")))
(check-sat)
