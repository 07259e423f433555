; re.+ takes a regular expression, not an Int
(set-logic ALL)
(assert (str.in_re "a" (re.+ 3)))
(check-sat)
