; re.loop takes a regular expression, not a string
(set-logic ALL)
(assert (str.in_re "aa" ((_ re.loop 1 2) "a")))
(check-sat)
