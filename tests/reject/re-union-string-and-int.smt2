; re.union takes regular expressions, not Ints
(set-logic ALL)
(assert (str.in_re "a" (re.union re.none 1)))
(check-sat)
