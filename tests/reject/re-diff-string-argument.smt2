; re.diff takes regular expressions, not strings
(set-logic ALL)
(assert (str.in_re "a" (re.diff re.all "b")))
(check-sat)
