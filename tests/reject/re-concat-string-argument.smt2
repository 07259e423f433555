; re.++ takes regular expressions, not strings
(set-logic ALL)
(assert (str.in_re "a" (re.++ re.all "b")))
(check-sat)
