; str.replace takes exactly three arguments
(set-logic ALL)
(assert (= "a" (str.replace "b" "a")))
(check-sat)
