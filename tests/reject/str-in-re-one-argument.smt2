; str.in_re takes exactly two arguments
(set-logic ALL)
(assert (str.in_re "a"))
(check-sat)
