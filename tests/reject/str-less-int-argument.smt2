; str.< compares strings, not Ints
(set-logic ALL)
(assert (str.< "a" 2))
(check-sat)
