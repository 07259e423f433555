; str.suffixof takes exactly two arguments
(set-logic ALL)
(assert (str.suffixof "a"))
(check-sat)
