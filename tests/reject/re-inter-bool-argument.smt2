; re.inter takes regular expressions, not Bools
(set-logic ALL)
(assert (str.in_re "a" (re.inter re.all true)))
(check-sat)
