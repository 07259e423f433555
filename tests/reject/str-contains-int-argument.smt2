; str.contains takes strings, not Ints
(set-logic ALL)
(assert (str.contains "abc" 1))
(check-sat)
