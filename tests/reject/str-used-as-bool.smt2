; str.++ gives a string, not a Bool
(set-logic ALL)
(assert (str.++ "a" "b"))
(check-sat)
