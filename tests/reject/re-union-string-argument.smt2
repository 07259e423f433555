; re.union takes regular expressions, not strings
(set-logic ALL)
(assert (str.in_re "a" (re.union "a" "b")))
(check-sat)
