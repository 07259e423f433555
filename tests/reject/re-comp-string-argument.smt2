; re.comp takes a regular expression, not a string
(set-logic ALL)
(assert (str.in_re "a" (re.comp "b")))
(check-sat)
