; str.contains takes exactly two arguments
(set-logic ALL)
(assert (str.contains "abc" "a" "b"))
(check-sat)
