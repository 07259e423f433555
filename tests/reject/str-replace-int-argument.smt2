; str.replace takes strings, not Ints
(set-logic ALL)
(assert (= "a" (str.replace "b" 1 "a")))
(check-sat)
