; str.to_re takes a string, not an Int
(set-logic ALL)
(assert (str.in_re "1" (str.to_re 1)))
(check-sat)
