; str.prefixof takes strings, not Ints
(set-logic ALL)
(assert (str.prefixof 1 "a"))
(check-sat)
