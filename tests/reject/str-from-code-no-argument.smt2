; str.from_code is applied to nothing
(set-logic ALL)
(assert (= "a" (str.from_code)))
(check-sat)
