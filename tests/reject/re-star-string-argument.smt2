; re.* takes a regular expression, not a string
(set-logic ALL)
(assert (str.in_re "a" (re.* "a")))
(check-sat)
