; str.replace_all takes strings, not Bools
(set-logic ALL)
(assert (= "a" (str.replace_all "b" "a" true)))
(check-sat)
